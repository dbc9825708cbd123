"""The user's own call arguments (``--lcbench-model-args``): which may be given, and what of them may be written down.

Keys come from the environment only, so that none lies in an ini file, a shell history or a report. What the plugin sets itself is
refused wherever a provider would read it: clients merge ``extra_body`` into the request, so a ``messages`` in it would replace ours.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from typing import Any

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.redaction import looks_secret, redact
from pytest_lcbench.untrusted import one_line

HEADER_ARGUMENTS = frozenset({"extra_headers", "headers", "default_headers"})
"""Arguments whose values may be secret and are never recorded. Only the first may be given; the others are its aliases."""

_ANOTHER_MODEL = "another model's answer would be counted as this one's"
_MADE_UP = "a made-up answer would be counted"
_RETRIES = "the plugin retries on its own"
_WHOLE = "answers are read whole"
_CLIENT = "it is no plain value of a request"
_FIELDS = "a model's price and window are described in the project's settings ([tool.lcbench.models])"
_CUTS = "the prompt would be cut unseen: use --lcbench-overlength and --lcbench-window"
_PROMPT = "the suite sets the prompt"
_OUTPUT = "use --lcbench-max-output"
_TOOLS = "an answer is text, and the model has nothing to call"
_LOGS = "no prompt and no answer goes to others"

# Reasons and the names they hold for. Names are compared without case and marks: maxOutputTokens is max_output_tokens.
_REFUSED: dict[str, str] = {
    _PROMPT: "messages message prompt prompts input inputs contents conversation chat_history previous_response_id prompt_embeds "
    "prompt_token_ids input_ids input_embeds documents cached_content custom_prompt_dict initial_prompt_value "
    "final_prompt_value roles prompt_id prompt_variables prompt_version prompt_label litellm_system_prompt "
    "user_continue_message assistant_continue_message text_completion chat_template",
    "use --lcbench-model": "model model_name model_id deployment_id deployment_name azure_deployment engine hf_model_name",
    _WHOLE: "stream streaming stream_options stream_response stream_chunk_size stream_timeout background",
    "use --lcbench-epochs": "n best_of candidate_count num_return_sequences num_generations num_completions num_choices n_choices",
    _OUTPUT: "max_tokens max_completion_tokens max_output_tokens max_new_tokens max_gen_len max_gen_tokens max_tokens_to_sample "
    "max_length num_predict n_predict",
    _TOOLS: "tools tool tool_choice tool_config tool_resources functions function_call parallel_tool_calls web_search_options "
    "plugins mcp_servers search_tool_name",
    "an answer is text": "modalities response_modalities audio",
    "the answer would begin with the prompt": "echo",
    _CUTS: "truncate_prompt_tokens truncation truncate prompt_truncation transforms context_management",
    "use --lcbench-timeout": "timeout request_timeout force_timeout client_side_timeout",
    "use --lcbench-api-base": "api_base base_url azure_endpoint endpoint_url api_url use_litellm_proxy",
    "write the provider into --lcbench-model (PROVIDER/MODEL)": "custom_llm_provider llm_provider azure "
    "use_chat_completions_api use_in_pass_through",
    _RETRIES: "num_retries max_retries retry_policy retry_strategy retry_on_error",
    _ANOTHER_MODEL: "fallback fallbacks context_window_fallbacks content_policy_fallbacks context_window_fallback_dict "
    "default_fallbacks max_fallbacks models route model_list model_config model_alias_map silent_model fastest_response "
    "routing_strategy router_settings user_config",
    _MADE_UP: "complete_response",
    "use --lcbench-fresh": "caching cache cache_key preset_cache_key caching_groups",
    _LOGS: "callback callbacks success_callback failure_callback input_callback service_callback logger_fn litellm_logging_obj "
    "verbose set_verbose litellm_request_debug proxy_server_request",
    _CLIENT: "client http_client shared_session acompletion aembedding atext_completion async_call self",
    "rejected parameters are left out and reported": "drop_params additional_drop_params modify_params",
    "limits are --lcbench-rpm, --lcbench-tpm and --lcbench-max-cost": "rpm tpm max_parallel_requests max_budget budget_duration",
    _FIELDS: "model_info base_model tiered_pricing",
    "give headers as 'extra_headers', and that not inside another argument": "extra_headers headers default_headers "
    "provider_specific_header",
    "give its members in 'extra_body'": "body json raw_body",
}
_FAMILIES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^mock"), _MADE_UP),
    (re.compile(r"costper|tokencost"), _FIELDS),
    (re.compile(r"router(?:config|defaultmodel)|^autorouter"), _ANOTHER_MODEL),
)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


_OURS = {_plain(name): reason for reason, names in _REFUSED.items() for name in names.split()}
# What turns cutting off may be given: OpenRouter's transforms=[], truncation="disabled".
_OFF = frozenset({"disabled", "off", "none", "false"})
# Members of these are names of their own and no arguments: fields of a schema, tokens, OpenRouter's reasoning.max_tokens and
# provider.max_price.prompt.
_OWN_NAMES = frozenset(
    {"responseformat", "responseschema", "responsejsonschema", "jsonschema", "schema", "guidedjson", "structuredoutputs", "format"}
    | {"metadata", "litellmmetadata", "logitbias", "reasoning", "provider"}
)
# max_tokens, prompt_cache_key and the like are no secrets.
_SECRET = re.compile(
    r"(?:^|_)(?:api_?key|access_key(?:_id)?|secret(?:_\w+)?|password|passwd|credentials?|private_key)$|_token$|^token$|ad_token"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_DEEPEST = 40
_PLAIN = (str, int, float, bool, type(None))


def check_arguments(arguments: Mapping[str, Any]) -> None:
    """Raise ``SettingsError`` for an argument that is a secret, that the plugin sets itself, or that cannot be sent.

    That is looked for at every depth: names without case and marks (``maxOutputTokens``), values that are or look like keys, NaN and
    infinities, half characters (lone surrogates), and whatever is no JSON value. Values of ``extra_headers`` may be secret.
    """
    for name, value in arguments.items():
        shown = _shown(name)
        if name == "extra_headers":
            _check_headers(shown, value)
        else:
            _check(shown, name, value, depth=0, own_names=False)


def recorded_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments as store keys and reports may hold them: of headers, the sorted names alone."""
    recorded: dict[str, Any] = {}
    for name, value in sorted(arguments.items()):
        if name in HEADER_ARGUMENTS:
            recorded[name] = sorted(str(header) for header in value) if isinstance(value, Mapping) else []
        else:
            recorded[name] = value
    return recorded


def header_values(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what must be masked wherever it comes back: the values of the user's headers."""
    found: list[str] = []
    for name in HEADER_ARGUMENTS & arguments.keys():
        headers = arguments[name]
        for value in headers.values() if isinstance(headers, Mapping) else ():
            text = str(value)
            # "Bearer abc": the server may repeat the second word alone.
            found += [text, *text.split()[1:]]
    return tuple(found)


def _check_headers(shown: str, value: object) -> None:
    if not isinstance(value, Mapping):
        raise SettingsError(f"model argument '{shown}' must be an object of header names and values")
    for header, content in value.items():
        if not isinstance(header, str) or not isinstance(content, str) or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", header):
            raise SettingsError(f"model argument '{shown}': '{_shown(header)}' must be a header name with a text value")
        if looks_secret(header, os.environ):
            raise SettingsError(f"model argument '{shown}': the name '{_shown(header)}' is a key: give it as a header's value")
        if not content.isascii() or not content.isprintable():
            raise SettingsError(f"model argument '{shown}': the value of '{header}' must be printable ASCII")


def _check(path: str, name: object, value: object, *, depth: int, own_names: bool) -> None:
    """Check one named value and all within it. *own_names*: its name and those within are no arguments."""
    _check_name(path, name, value, depth=depth, own_names=own_names)
    _check_inside(path, value, depth=depth, own_names=own_names or _plain(str(name)) in _OWN_NAMES)


def _check_inside(path: str, value: object, *, depth: int, own_names: bool) -> None:
    if depth > _DEEPEST:
        raise SettingsError(f"model argument '{one_line(path, 60)}' is nested too deep: give at most {_DEEPEST} levels")
    if isinstance(value, Mapping):
        for inner_name, inner in value.items():
            _check(f"{path}.{_shown(inner_name)}", inner_name, inner, depth=depth + 1, own_names=own_names)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            _check_inside(f"{path}[{index}]", inner, depth=depth + 1, own_names=own_names)
    else:
        _check_leaf(path, value)


def _check_name(path: str, name: object, value: object, *, depth: int, own_names: bool) -> None:
    if not isinstance(name, str):
        raise SettingsError(f"model argument '{path}' has a {type(name).__name__} as its name: names are text")
    if not name.strip():
        where = f"in '{path.rpartition('.')[0]}' " if depth else ""
        raise SettingsError(f"a model argument {where}has an empty name: name it or leave it out")
    if _SURROGATE.search(name):
        raise SettingsError(f"the name of model argument '{path}' holds half a character (a lone surrogate): correct it")
    if looks_secret(name, os.environ):
        raise SettingsError(f"the name of model argument '{path}' is a key: remove it, keys are read from the environment")
    if not own_names:
        _check_ours(path, name, value, depth=depth)
    if _SECRET.search(_snake(name)):
        raise SettingsError(f"model argument '{path}' is a secret: set it in the environment (e.g. OPENAI_API_KEY), not here")


def _check_ours(path: str, name: str, value: object, *, depth: int) -> None:
    plain = _plain(name)
    reason = _OURS.get(plain) or next((why for family, why in _FAMILIES if family.search(plain)), None)
    if reason is None and depth == 0 and name.startswith("_"):
        reason = "names that begin with an underscore are litellm's own"
    if reason is None or (reason == _CUTS and _is_off(value)):
        return
    raise SettingsError(f"model argument '{path}' cannot be given: {reason}")


def _check_leaf(path: str, value: object) -> None:
    if not isinstance(value, _PLAIN):
        raise SettingsError(f"model argument '{path}' is a {type(value).__name__}: give JSON values only")
    if isinstance(value, float) and not math.isfinite(value):
        raise SettingsError(f"model argument '{path}' is NaN or infinite: give a finite number")
    if not isinstance(value, str):
        return
    secret = looks_secret(value, os.environ)
    if secret is not None:
        what = f"the value of {one_line(secret, 60)}, a key of your environment" if secret in os.environ else secret
        raise SettingsError(f"model argument '{path}' holds {what}: remove it, keys are read from the environment")
    if _SURROGATE.search(value):
        raise SettingsError(f"model argument '{path}' holds half a character (a lone surrogate): it cannot be sent, correct it")


def _is_off(value: object) -> bool:
    return not value or str(value).lower() in _OFF


def _snake(name: str) -> str:
    """Return *name* as the patterns of secret names are written: apiKey and API-Key are api_key."""
    return re.sub(r"[-. ]", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())).lower()


def _shown(name: object) -> str:
    return one_line(redact(str(name)), 40)
