"""Keeping keys out of everything that is shown or written.

Servers repeat what they were sent: a whole key, its first and last characters, a URL with ``?key=``. So what an error says
is searched for the values that the environment holds under secret-looking names, for pieces of them, and for what looks
like a key whoever it belongs to.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote, urlsplit

MASK = "***"

# AUTH but not AUTHOR (git's name variables are no secrets), yet AUTHORIZATION.
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH(?!OR(?!IZ))", re.IGNORECASE)
_SHORTEST_SECRET = 6
_SHORTEST_PIECE = 8
# Lines of a multi-line secret (a private key) count on their own from this length: shorter ones are braces and labels.
_SHORTEST_LINE = 16
# The first characters of an address or path are shared with innocent text, so only the whole value of such a variable is masked.
_ADDRESS = re.compile(r"^(?:[a-z][a-z0-9+.-]*://|[/~.]|[a-z]:[\\/])", re.IGNORECASE)

# What is inside a key: a digit or a mask somewhere, or simply great length. Keeps "Bearer authentication" readable.
_KEYLIKE = r"(?=[^\s\"',;&)}\]]*[\d*]|[^\s\"',;&)}\]]{20})"
_Pattern = tuple[re.Pattern[str], str]
_IN_ADDRESS: _Pattern = (re.compile(r"(?<![A-Za-z0-9])([a-z][a-z0-9+.-]{1,20}://)[^\s/?#]*@", re.IGNORECASE), r"\1" + MASK + "@")
# A key by what stands before it.
_ANNOUNCED: tuple[_Pattern, ...] = (
    (re.compile(r"([?&](?:api[-_]?key|key|access[-_]?token|token|sig|signature|code)=)[^&\s\"']+", re.IGNORECASE), r"\1" + MASK),
    (re.compile(r"\b(Bearer|Basic)\s+" + _KEYLIKE + r"[\w\-.~+/=*]{6,}", re.IGNORECASE), r"\1 " + MASK),
    (
        re.compile(
            r"((?:\bapi[-_ ]?key|x-api-key|\baccess[-_ ]?token|\bsecret|\bpassword|\bpasswd|\bauthorization|\btoken|\bkey)"
            r"(?:\s+provided)?[\"']?\s*[=:]\s*[\"']?)" + _KEYLIKE + r"(?!Bearer\b|Basic\b)[^\s\"',;&)}\]]{6,}",
            re.IGNORECASE,
        ),
        r"\1" + MASK,
    ),
)
# A key by how it begins; perhaps masked by the server, perhaps an innocent word.
_BEGUN: tuple[_Pattern, ...] = (
    (re.compile(r"(?<![A-Za-z0-9])(?:sk|pk|rk|gsk|xai|hf|fw|pplx|nvapi|csk|r8|tgp_v1)[-_](?=[\w\-*.…]*[\d*…])[\w\-*.…]{4,}"), MASK),
    (re.compile(r"\b(?:AIza[\w\-*]{8,}|AKIA[0-9A-Z*]{8,}|gh[pousr]_\w{8,}|eyJ[\w-]{8,}\.[\w.-]+)"), MASK),
)
# Beginnings that nothing but keys has; those of keys before one long run, as keys are; and private keys in their usual armour.
_CERTAIN: tuple[_Pattern, ...] = (
    (re.compile(r"(?<![A-Za-z0-9])(?:sk-(?:proj|ant|or|svcacct|admin|live)-|github_pat_|glpat-|xox[abeprs]-)[\w-]{8,}"), MASK),
    (
        re.compile(
            r"(?<![A-Za-z0-9])(?:sk-|[spr]k_(?:live|test)_|gsk_|hf_|fw_|r8_|tgp_v1_|pplx-|nvapi-|xai-|csk-)"
            r"(?:[A-Za-z0-9]{1,99}[-_]{1,9}){0,9}?(?:(?=[A-Za-z]{0,99}\d)[A-Za-z0-9]{12,}|[A-Za-z0-9]{20,})[\w-]*"
        ),
        MASK,
    ),
    (re.compile(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?"), MASK),
)
_PATTERNS = (_IN_ADDRESS, *_ANNOUNCED, *_BEGUN, *_CERTAIN)
# Text that a user gives on purpose may hold words like "hf_runs_2024" or "xai-grok-4": to *refuse* it, what follows a key's beginning
# has to be certain, and a name in an address has to come with a password.
_KEYS: tuple[re.Pattern[str], ...] = (
    re.compile(r"(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,20}://[^\s/?#@:]*:[^\s/?#@]+@", re.IGNORECASE),
    *(pattern for pattern, _ in (*_ANNOUNCED, *_CERTAIN)),
    re.compile(r"(?<![A-Za-z0-9])sk-(?=[\w-]{0,99}\d)[\w-]{8,}"),
    re.compile(r"\b(?:AIza[\w-]{20,}|A[KS]IA[0-9A-Z]{12,}|gh[pousr]_\w{16,}|eyJ[\w-]{8,}\.[\w.-]+)"),
)
A_KEY = "a key"
"""What :func:`looks_secret` calls text that no variable holds."""
# Variables with such names hold words, paths and addresses of everyday use.
_INNOCENT_NAME = re.compile(r"TOKENIZ|KEYBOARD|KEYMAP|KEYRING|AUTH_SOCK|XAUTHORITY|_(?:FILE|PATH|DIR|URL|URI|HOST)$", re.IGNORECASE)
_MIXED = re.compile(r"(?=.*\d)(?=.*[A-Za-z]).+")
_WHOLE_SECRET = 8
_LONG_SECRET = 12


def redact(text: str, extra: Iterable[str] = (), *, environ: Mapping[str, str] | None = None) -> str:
    """Return *text* with every known secret, piece of one, and key-like string replaced by ``***``.

    What comes back is still untrusted: show it with :func:`pytest_lcbench.untrusted.one_line`.

    Args:
        text: anything, such as an error body.
        extra: further secrets, e.g. header values given by the user.
        environ: where secrets are looked up; default: the process's environment.

    """
    known = sorted({*known_secrets(os.environ if environ is None else environ), *_usable(extra)}, key=len, reverse=True)
    for secret in known:
        for form in _forms(secret):
            text = text.replace(form, MASK)
    for secret in known:
        if not _ADDRESS.match(secret):
            text = _without_pieces(text, secret)
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def mask_keys(text: str, extra: Iterable[str] = (), *, environ: Mapping[str, str] | None = None) -> str:
    """Return an answer with every key in it that is ours replaced by ``***``: servers may repeat what they were sent there too.

    Narrower than :func:`redact`, for an answer is scored as it stands: only whole secrets count, of 12 characters and more with letters
    and digits in them, as they stand or as JSON or a URL writes them. A key in another spelling (base64, broken over lines) is text.

    Args:
        text: the answer.
        extra: further secrets, e.g. header values given by the user.
        environ: as for :func:`redact`.

    """
    known = {*known_secrets(os.environ if environ is None else environ), *_usable(extra)}
    for secret in sorted(known, key=len, reverse=True):
        if len(secret) >= _LONG_SECRET and _MIXED.fullmatch(secret):
            for form in _forms(secret):
                text = text.replace(form, MASK)
    return text


def known_secrets(environ: Mapping[str, str]) -> frozenset[str]:
    """Return the values of variables whose names look secret, long ones also line by line."""
    return frozenset(_usable(value for _, value in _secret_variables(environ)))


def looks_secret(text: str, environ: Mapping[str, str]) -> str | None:
    """Return whose key *text* holds, if it seems to hold one: a variable's name, or :data:`A_KEY` where none is known to hold it.

    For text that a user gives where none belongs and that would be written down. Narrower than :func:`redact`, which masks what
    merely may be a key: a refusal must not hit names of models, folders and runs. Short values of secret variables (8 to 11
    characters) count only as the whole text, and only with letters and digits in them: ``AUTH_MODE=enabled`` is no secret.
    """
    for name, value in sorted(_secret_variables(environ)):
        if _INNOCENT_NAME.search(name):
            continue
        for secret in _usable([value]):
            if len(secret) >= _LONG_SECRET:
                if secret in text:
                    return name
            elif len(secret) >= _WHOLE_SECRET and secret == text.strip() and re.search(r"\d", secret) and re.search(r"[^\W\d]", secret):
                return name
    return A_KEY if any(pattern.search(text) for pattern in _KEYS) else None


def safe_url(url: str) -> str:
    """Return scheme, host, port and path: no user, password, query or fragment, where keys like to be, and no slash at the end."""
    try:
        parts = urlsplit(url if "://" in url else f"//{url}")
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return "(unreadable address)"
    host = f"[{host}]" if ":" in host else host
    return redact(f"{parts.scheme + '://' if parts.scheme else ''}{host}{port}{parts.path.rstrip('/')}")


@functools.lru_cache(maxsize=4096)
def is_secret_name(name: str) -> bool:
    """Whether a variable or parameter is named as those are that hold keys."""
    return _SECRET_NAME.search(name) is not None


def _secret_variables(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the variables with secret-looking names.

    Name by name: calls are made in a thread of their own, and others set and remove variables meanwhile, as pytest does for each test.
    To go through ``environ.items()`` then ends in a KeyError every few hundred answers, and a paid answer is lost with it.
    """
    for name in list(environ):
        value = environ.get(name) if is_secret_name(name) else None
        if value is not None:
            yield name, value


def _usable(values: Iterable[str]) -> Iterator[str]:
    for value in values:
        whole = value.strip()
        if len(whole) >= _SHORTEST_SECRET:
            yield whole
            if "\n" in whole:
                yield from (line.strip() for line in whole.splitlines() if len(line.strip()) >= _SHORTEST_LINE)


def _forms(secret: str) -> tuple[str, ...]:
    """Return the secret as it stands, as JSON writes it and as a URL writes it; the longest first."""
    in_url = quote(secret.encode("utf-8", "surrogateescape"), safe="")
    forms = {secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], in_url}
    return tuple(sorted(forms, key=len, reverse=True))


def _without_pieces(text: str, secret: str) -> str:
    """Mask what remains of the secret's beginning or end, from 8 characters on ("sk-proj-ab…", "…9fXyZ123")."""
    if len(secret) <= _SHORTEST_PIECE:
        return text
    head, tail = secret[:_SHORTEST_PIECE], secret[-_SHORTEST_PIECE:]
    place = text.find(head)
    while place >= 0:
        end = place + _SHORTEST_PIECE
        while end < len(text) and end - place < len(secret) and text[end] == secret[end - place]:
            end += 1
        text = text[:place] + MASK + text[end:]
        place = text.find(head, place + len(MASK))
    place = text.rfind(tail)
    while place >= 0:
        start, end = place, place + _SHORTEST_PIECE
        while start > 0 and end - start < len(secret) and text[start - 1] == secret[-(end - start) - 1]:
            start -= 1
        text = text[:start] + MASK + text[end:]
        place = text.rfind(tail, 0, start)
    return text
