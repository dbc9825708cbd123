"""From the name a user types to what is known of the model, before anything is called or imported.

Precedence of every figure: the option, then the project's own settings, then our alias table, then litellm's map, then unknown.
"""

from __future__ import annotations

import difflib
import math
import os
from collections.abc import Mapping

from pytest_lcbench.documents.encodings import encoding_for
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models import litellm_library
from pytest_lcbench.models.addresses import is_own_address
from pytest_lcbench.models.aliases import ALIASES, Alias, find_alias, places_of
from pytest_lcbench.models.model import ModelInfo, PriceTier
from pytest_lcbench.models.parameters import reasons
from pytest_lcbench.models.prices import make_tiers
from pytest_lcbench.models.providers import PREFIX_ALIASES, PROVIDERS, MapEntry, find_entry, map_names
from pytest_lcbench.untrusted import one_line

_LONGEST_NAME = 300
_MILLION = 1_000_000
_SETTINGS = ("route", "window", "max_output", "input_price", "output_price", "tiers", "reasoning")
_TIER = ("above", "input_price", "output_price")


def resolve_model(
    name: str,
    *,
    overrides: Mapping[str, Mapping[str, object]] | None = None,
    api_base: str | None = None,
    window: int | None = None,
    environ: Mapping[str, str] | None = None,
    keyed: bool = True,
) -> ModelInfo:
    """Return what is known of a model: where it is reached, its window, prices and tokenizer.

    Args:
        name: as the user typed it: bare (``gpt-4o``) or with a provider (``openrouter/qwen/qwen3-32b``).
        overrides: the project's ``[tool.lcbench.models."NAME"]`` tables; prices there are USD per million tokens. A price given
            there without ``tiers`` holds for prompts of any length.
        api_base: the user's server. With it no key is demanded, and a name that says nothing of a provider is taken for one of an
            OpenAI-compatible server.
        window: the user's word on the window; wins over everything.
        environ: where keys are looked for; default: the process's environment.
        keyed: whether a key must be there.

    Raises:
        SettingsError: the name cannot be resolved, a setting is wrong, or a key is missing.

    """
    typed = name.strip()
    if not typed or len(typed) > _LONGEST_NAME or one_line(typed, _LONGEST_NAME) != typed or " " in typed:
        raise SettingsError(f"'{one_line(name, 60)}' is not a model name: give one like gpt-4o or openrouter/qwen/qwen3-32b")
    if window is not None and window <= 0:
        raise SettingsError(f"a window of {window} tokens cannot hold anything: give a positive number")
    settings = _checked(typed, (overrides or {}).get(typed, {}))
    alias = find_alias(typed)
    if settings.route is not None:
        alias = find_alias(settings.route)
    route = _route(settings.route or typed, alias, api_base)
    # A deployment's name says nothing; then the name the user gave the model does.
    alias = alias or find_alias(route) or find_alias(typed)
    entry = find_entry(route) or find_entry(typed)
    if entry is not None and entry.mode and not entry.answers:
        raise SettingsError(f"'{one_line(typed, 80)}' is a model for {one_line(entry.mode, 30)}: it does not answer questions")
    if keyed:
        own = api_base is None or is_own_address(route, api_base)
        _check_key(typed, route, None if own else api_base, os.environ if environ is None else environ)
    encoding, exact = encoding_for(route)
    if not exact:
        encoding, exact = encoding_for(typed)
    reasoning = settings.reasoning
    if reasoning is None:
        reasoning = alias.reasoning if alias is not None else reasons(route) or reasons(typed)
    input_price = _first_price(settings.input_price, alias.input_price if alias else None, entry.input_price if entry else None)
    output_price = _first_price(settings.output_price, alias.output_price if alias else None, entry.output_price if entry else None)
    return ModelInfo(
        name=typed,
        route=route,
        window=window or settings.window or (alias.window if alias else None) or (entry.window if entry else None),
        max_output=settings.max_output or (alias.max_output if alias else None) or (entry.max_output if entry else None),
        input_price=input_price,
        output_price=output_price,
        encoding=encoding,
        encoding_exact=exact,
        reasoning=reasoning,
        source=_source(settings, alias, entry),
        tiers=_tiers(settings, alias, entry, (input_price, output_price)),
    )


class _Settings:
    """One checked table of the project's settings."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self.given = bool(table)
        self.route: str | None = None
        self.window: int | None = None
        self.max_output: int | None = None
        self.input_price: float | None = None
        self.output_price: float | None = None
        self.tiers: list[tuple[int, float, float]] | None = None
        self.reasoning: bool | None = None


def _checked(name: str, table: object) -> _Settings:
    where = f'[tool.lcbench.models."{one_line(name, 80)}"]'
    if not isinstance(table, Mapping):
        raise SettingsError(f"{where} must be a table")
    settings = _Settings(table)
    for key, value in table.items():
        shown = one_line(str(key), 40)
        if key not in _SETTINGS:
            near = difflib.get_close_matches(str(key), _SETTINGS, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"use {', '.join(_SETTINGS)}"
            raise SettingsError(f"{where}: unknown key '{shown}': {hint}")
        if key == "route":
            if not isinstance(value, str) or not value.strip() or one_line(value, _LONGEST_NAME) != value:
                raise SettingsError(f'{where}: route must be a name for litellm such as "openai/gpt-4o"')
            settings.route = value
        elif key == "reasoning":
            if not isinstance(value, bool):
                raise SettingsError(f"{where}: reasoning must be true or false")
            settings.reasoning = value
        elif key == "tiers":
            settings.tiers = _checked_tiers(where, value)
        elif key in {"window", "max_output"}:
            if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
                raise SettingsError(f"{where}: {key} must be a positive whole number of tokens")
            setattr(settings, key, value)
        else:
            setattr(settings, key, _checked_price(where, key, value))
    return settings


def _checked_price(where: str, key: str, value: object) -> float:
    """Return USD per token."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value) or value < 0:
        raise SettingsError(f"{where}: {key} must be USD per million tokens, 0 or more")
    return value / _MILLION


def _checked_tiers(where: str, value: object) -> list[tuple[int, float, float]]:
    form = "tiers must be a list such as [{ above = 200000, input_price = 2.5, output_price = 15 }]"
    if not isinstance(value, list):
        raise SettingsError(f"{where}: {form}")
    tiers: list[tuple[int, float, float]] = []
    for number, tier in enumerate(value, 1):
        if not isinstance(tier, Mapping) or set(tier) != set(_TIER):
            raise SettingsError(f"{where}: tier {number}: {form}")
        above, place = tier["above"], f"tier {number}: "
        if not isinstance(above, int) or isinstance(above, bool) or above <= 0 or any(above == other for other, _, _ in tiers):
            raise SettingsError(f"{where}: tier {number}: above must be a positive whole number of tokens, another in each tier")
        prices = (_checked_price(where, place + key, tier[key]) for key in ("input_price", "output_price"))
        tiers.append((above, next(prices), next(prices)))
    return tiers


def _first_price(setting: float | None, alias: float | None, entry: float | None) -> float | None:
    """USD per token. A zero counts only where the user wrote it: in his settings."""
    if setting is not None:
        return setting
    return alias / _MILLION if alias is not None else entry


def _tiers(
    settings: _Settings, alias: Alias | None, entry: MapEntry | None, prices: tuple[float | None, float | None]
) -> tuple[PriceTier, ...]:
    """Return the tiers from where the prices come: those of a list price say nothing of a price that the user has agreed on."""
    if settings.tiers is not None:
        return make_tiers(prices, settings.tiers)
    if settings.input_price is not None or settings.output_price is not None:
        return ()
    if alias is not None:
        return make_tiers(prices, ((above, first / _MILLION, second / _MILLION) for above, first, second in alias.tiers))
    return () if entry is None else entry.tiers


def _source(settings: _Settings, alias: Alias | None, entry: MapEntry | None) -> str:
    if settings.given:
        return "settings"
    if alias is not None:
        return "alias table"
    return "litellm map" if entry is not None else ""


def _route(name: str, alias: Alias | None, api_base: str | None) -> str:
    if alias is not None:
        return alias.route
    prefix, slash, rest = name.partition("/")
    if slash and rest:
        if prefix in PROVIDERS:
            return name
        if prefix in PREFIX_ALIASES:
            return f"{PREFIX_ALIASES[prefix]}/{rest}"
    if prefix == "lcbench":
        raise SettingsError(f"there is no built-in model '{one_line(name, 60)}': use lcbench/lexical")
    entry = find_entry(name)
    if entry is not None and not slash and entry.provider in PROVIDERS:
        return f"{entry.provider}/{name}"
    if api_base:
        return f"openai/{name}"
    if entry is not None:
        return name
    route = litellm_library.ask_route(name)
    if route is None:
        raise SettingsError(_unresolved(name))
    return route


def _unresolved(name: str) -> str:
    shown = one_line(name, 80)
    places = one_line(places_of(name), 240)
    if places and "/" not in name:
        return f"'{shown}' does not say who serves it: name the provider, e.g. {places}, or give --lcbench-api-base"
    names = sorted({*ALIASES, *map_names(), *(f"{prefix}/" for prefix in PROVIDERS)})
    near = difflib.get_close_matches(name, names, 3, 0.6)
    hint = f"did you mean {', '.join(near)}?" if near else "give PROVIDER/MODEL as litellm names it, e.g. openai/gpt-4o"
    return f"no model '{shown}' is known: {hint}"


def _check_key(name: str, route: str, api_base: str | None, environ: Mapping[str, str]) -> None:
    prefix = route.partition("/")[0]
    provider = PROVIDERS.get(prefix)
    shown = one_line(name, 80)
    if provider is None:
        # Few meet this: a provider outside our table. With a base of the user's own, no key is demanded anyway.
        missing = () if api_base else litellm_library.ask_missing_keys(route)
        if missing:
            raise SettingsError(f"'{shown}' needs {' and '.join(missing)}: set it in the environment")
        return
    if api_base:
        return
    if provider.base is not None and not environ.get(provider.base):
        raise SettingsError(f"'{shown}' needs a server: give --lcbench-api-base or set {provider.base} in the environment")
    if provider.keys and not any(environ.get(key, "").strip() for key in provider.keys):
        first, *others = provider.keys
        also = f" (or {', '.join(others)})" if others else ""
        raise SettingsError(f"'{shown}' needs a key: set {first}{also} in the environment")
