"""tiktoken encodings without a download: which one a model has, and where its file lies."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.untrusted import one_line

if TYPE_CHECKING:
    import tiktoken

FALLBACK = "cl100k_base"
"""For models whose tokenizer is not at hand: the encoding of Loong's declared lengths."""

_O200K = re.compile(r"(?:chatgpt|gpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|o[134])(?![a-z0-9])")
_CL100K = re.compile(r"(?:gpt-4|gpt-3\.5|gpt-35|text-embedding-3|text-embedding-ada-002|embedding-3)(?![a-z0-9.])")
_URL = "https://openaipublic.blob.core.windows.net/encodings/{stem}.tiktoken"
# Encodings that are read from another one's file.
_STEMS = {"o200k_harmony": "o200k_base", "p50k_edit": "p50k_base"}
_CACHE_VARIABLES = ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR")
# os.environ is the process's: only one load at a time may point tiktoken elsewhere.
_environment_lock = threading.Lock()


def encoding_for(model_route: str) -> tuple[str, bool]:
    """Return the encoding that counts for a model, and whether it is the model's own.

    Providers and fine-tune marks before the name are passed over (``azure/gpt-4o``, ``ft:gpt-4o:org``).
    """
    name = model_route.strip().lower().rsplit("/", 1)[-1].removeprefix("ft:").removeprefix("openai.")
    if _O200K.match(name):
        return "o200k_base", True
    if _CL100K.match(name):
        return "cl100k_base", True
    return FALLBACK, False


def load_encoding(name: str) -> tiktoken.Encoding:
    """Load an encoding from a file on this machine: from litellm's folder, else from the user's own tiktoken folder.

    Raises ``SettingsError`` for a name tiktoken does not know, and where no file is found: nothing is ever downloaded.
    """
    import tiktoken  # noqa: PLC0415 - costs 0.1 s; the inert plugin must not pay it

    if name not in tiktoken.list_encoding_names():
        known = ", ".join(sorted(tiktoken.list_encoding_names()))
        raise SettingsError(f"unknown encoding '{one_line(name, 40)}': use one of {known}")
    file_name = hashlib.sha1(_URL.format(stem=_STEMS.get(name, name)).encode(), usedforsecurity=False).hexdigest()
    with _environment_lock:
        before = {variable: os.environ.get(variable) for variable in _CACHE_VARIABLES}
        folders = [_bundled(), *(Path(value) for value in before.values() if value)]
        folder = next((folder for folder in folders if folder is not None and (folder / file_name).is_file()), None)
        if folder is None:
            raise SettingsError(
                f"the file of encoding '{name}' is not on this machine: install litellm 1.80 or later, which carries it, "
                f"or put it as '{file_name}' into a folder and set TIKTOKEN_CACHE_DIR to that folder"
            )
        os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
        try:
            return tiktoken.get_encoding(name)
        except (OSError, ValueError, ImportError) as fault:
            raise SettingsError(
                f"the file of encoding '{name}' in {one_line(str(folder))} cannot be loaded ({one_line(str(fault), 80)}): "
                "install litellm again"
            ) from None
        finally:
            if before["TIKTOKEN_CACHE_DIR"] is None:
                del os.environ["TIKTOKEN_CACHE_DIR"]
            else:
                os.environ["TIKTOKEN_CACHE_DIR"] = before["TIKTOKEN_CACHE_DIR"]


def _bundled() -> Path | None:
    """Return litellm's folder of encoding files; found without importing it, which costs seconds and a network fetch."""
    # find_spec of a submodule would import the parent, so the parent's own spec gives the folder.
    try:
        spec = importlib.util.find_spec("litellm")
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations))) / "litellm_core_utils" / "tokenizers"
