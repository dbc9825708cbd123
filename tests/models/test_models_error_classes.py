from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.models.error_classes import MAX_RETRY_AFTER_S, classify, retry_after, stated_delay
from pytest_lcbench.models.model import ErrorClass

E = ErrorClass

# (status, exception type, words, class); the words are shaped like the servers' own.
MESSAGES: list[tuple[int | None, str, str, ErrorClass]] = [
    # OpenAI
    (401, "AuthenticationError", "Incorrect API key provided: sk-***. You can find your API key at …", E.BAD_KEY),
    (
        401,
        "AuthenticationError",
        "You didn't provide an API key. You need to provide your API key in an Authorization header",
        E.BAD_KEY,
    ),
    (403, "PermissionDeniedError", "Country, region, or territory not supported\nunsupported_country_region_territory", E.BAD_KEY),
    (403, "PermissionDeniedError", "Project `proj_1` does not have access to model `gpt-4.5`\nmodel_not_found", E.UNKNOWN_MODEL),
    (404, "NotFoundError", "The model `gpt-9` does not exist or you do not have access to it.\nmodel_not_found", E.UNKNOWN_MODEL),
    (404, "NotFoundError", "The model `gpt-4-32k` has been deprecated, learn more here: https://…", E.UNKNOWN_MODEL),
    (
        429,
        "RateLimitError",
        "You exceeded your current quota, please check your plan and billing details.\ninsufficient_quota",
        E.QUOTA,
    ),
    (
        429,
        "RateLimitError",
        (
            "Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000, "
            "Requested 2000. Please try again in 2s."
        ),
        E.RATE_LIMIT,
    ),
    (
        429,
        "RateLimitError",
        (
            "Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 131000. "
            "The input or output tokens must be reduced in order to run successfully."
        ),
        E.CONTEXT_OVERFLOW,
    ),
    (
        429,
        "RateLimitError",
        "Rate limit reached for gpt-4 on requests per day (RPD): Limit 200, Used 200. Please try again in 7m12s.",
        E.RATE_LIMIT,
    ),
    (
        400,
        "BadRequestError",
        (
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 140231 tokens. "
            "Please reduce the length of the messages.\ncontext_length_exceeded"
        ),
        E.CONTEXT_OVERFLOW,
    ),
    (
        400,
        "BadRequestError",
        "Your input exceeds the context window of this model. Please adjust your input and try again.",
        E.CONTEXT_OVERFLOW,
    ),
    (
        400,
        "BadRequestError",
        "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.",
        E.CONTEXT_OVERFLOW,
    ),
    (
        400,
        "BadRequestError",
        "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
        E.CONTENT_FILTER,
    ),
    (
        400,
        "BadRequestError",
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        E.BAD_REQUEST,
    ),
    (
        400,
        "BadRequestError",
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        E.BAD_REQUEST,
    ),
    (
        400,
        "BadRequestError",
        "max_tokens is too large: 20000. This model supports at most 16384 completion tokens, whereas you provided 20000.",
        E.BAD_REQUEST,
    ),
    (400, "BadRequestError", "Invalid value for 'top_p'.", E.BAD_REQUEST),
    (400, "BadRequestError", "Billing hard limit has been reached\nbilling_hard_limit_reached", E.QUOTA),
    (500, "InternalServerError", "The server had an error while processing your request. Sorry about that!", E.SERVER),
    (503, "ServiceUnavailableError", "The engine is currently overloaded, please try again later", E.SERVER),
    (409, "ConflictError", "Conflict", E.SERVER),
    # Azure
    (
        404,
        "NotFoundError",
        (
            "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, "
            "please wait a moment and try again.\nDeploymentNotFound"
        ),
        E.UNKNOWN_MODEL,
    ),
    (404, "NotFoundError", "Resource not found", E.UNKNOWN_MODEL),
    (401, "AuthenticationError", "Access denied due to invalid subscription key or wrong API endpoint.", E.BAD_KEY),
    (
        400,
        "BadRequestError",
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.\ncontent_filter",
        E.CONTENT_FILTER,
    ),
    (
        429,
        "RateLimitError",
        (
            "Requests to the ChatCompletions_Create Operation have exceeded token rate limit of your current OpenAI S0 "
            "pricing tier. Please retry after 26 seconds."
        ),
        E.RATE_LIMIT,
    ),
    (408, "Timeout", "The operation was timeout.", E.TIMEOUT),
    # Anthropic
    (
        401,
        "AuthenticationError",
        '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
        E.BAD_KEY,
    ),
    (
        400,
        "BadRequestError",
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade.",
        E.QUOTA,
    ),
    (400, "BadRequestError", "prompt is too long: 218849 tokens > 200000 maximum", E.CONTEXT_OVERFLOW),
    (
        400,
        "BadRequestError",
        "input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000, decrease input length",
        E.CONTEXT_OVERFLOW,
    ),
    (413, "APIStatusError", "request_too_large: Request exceeds the maximum size", E.CONTEXT_OVERFLOW),
    (
        400,
        "BadRequestError",
        "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude",
        E.BAD_REQUEST,
    ),
    (400, "BadRequestError", "`temperature` may only be set to 1 when thinking is enabled.", E.BAD_REQUEST),
    (
        404,
        "NotFoundError",
        '{"type":"error","error":{"type":"not_found_error","message":"model: claude-3-5-sonet"}}',
        E.UNKNOWN_MODEL,
    ),
    (529, "InternalServerError", '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', E.SERVER),
    (
        429,
        "RateLimitError",
        "This request would exceed your organization's rate limit of 40,000 input tokens per minute",
        E.RATE_LIMIT,
    ),
    (400, "BadRequestError", "You have reached your specified API usage limits. You will regain access on 2025-07-01", E.QUOTA),
    (400, "BadRequestError", "Output blocked by content filtering policy", E.CONTENT_FILTER),
    (403, "PermissionDeniedError", "Your API key does not have permission to use the specified resource", E.BAD_KEY),
    # Gemini and Vertex
    (400, "BadRequestError", "API key not valid. Please pass a valid API key.\nINVALID_ARGUMENT\nAPI_KEY_INVALID", E.BAD_KEY),
    (
        404,
        "NotFoundError",
        "models/gemini-9 is not found for API version v1beta, or is not supported for generateContent.",
        E.UNKNOWN_MODEL,
    ),
    (
        400,
        "BadRequestError",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        E.CONTEXT_OVERFLOW,
    ),
    (
        429,
        "RateLimitError",
        (
            "You exceeded your current quota, please check your plan and billing details. Quota exceeded for metric: "
            "generate_content_free_tier_requests, limit: 10. Please retry in 13.2s. GenerateRequestsPerMinutePerProjectPerModel"
        ),
        E.RATE_LIMIT,
    ),
    (
        429,
        "RateLimitError",
        (
            "You exceeded your current quota, please check your plan and billing details. "
            "GenerateRequestsPerDayPerProjectPerModel-FreeTier. Please retry in 20s."
        ),
        E.QUOTA,
    ),
    (429, "RateLimitError", "Resource has been exhausted (e.g. check quota). RESOURCE_EXHAUSTED", E.RATE_LIMIT),
    (503, "ServiceUnavailableError", "The model is overloaded. Please try again later. UNAVAILABLE", E.SERVER),
    (504, "Timeout", "Deadline expired before operation could complete. DEADLINE_EXCEEDED", E.TIMEOUT),
    (400, "BadRequestError", "promptFeedback: {'blockReason': 'PROHIBITED_CONTENT'}", E.CONTENT_FILTER),
    (None, "DefaultCredentialsError", "Your default credentials were not found.", E.BAD_KEY),
    # Bedrock
    (400, "BadRequestError", "ValidationException: Input is too long for requested model.", E.CONTEXT_OVERFLOW),
    (400, "BadRequestError", "The provided model identifier is invalid.", E.UNKNOWN_MODEL),
    (400, "BadRequestError", "Invocation of model ID anthropic.claude with on-demand throughput isn’t supported.", E.UNKNOWN_MODEL),
    (403, "PermissionDeniedError", "You don't have access to the model with the specified model ID.", E.UNKNOWN_MODEL),
    (403, "AuthenticationError", "The security token included in the request is invalid. UnrecognizedClientException", E.BAD_KEY),
    (429, "RateLimitError", "ThrottlingException: Too many requests, please wait before trying again.", E.RATE_LIMIT),
    (429, "RateLimitError", "ThrottlingException: Too many tokens per day, please wait before trying again.", E.QUOTA),
    (429, "RateLimitError", "ModelNotReadyException: the model is not ready for inference", E.SERVER),
    (None, "NoCredentialsError", "Unable to locate credentials", E.BAD_KEY),
    # Mistral
    (
        400,
        "BadRequestError",
        "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        E.CONTEXT_OVERFLOW,
    ),
    (400, "BadRequestError", "Invalid model: mistral-huge\ninvalid_model", E.UNKNOWN_MODEL),
    (401, "AuthenticationError", "Unauthorized", E.BAD_KEY),
    (429, "RateLimitError", "Service tier capacity exceeded for this model.", E.RATE_LIMIT),
    # DeepSeek, DashScope, Zhipu, Moonshot
    (402, "APIStatusError", "Insufficient Balance", E.QUOTA),
    (400, "BadRequestError", "Model Not Exist", E.UNKNOWN_MODEL),
    (401, "AuthenticationError", "Authentication Fails, Your api key: ****abcd is invalid", E.BAD_KEY),
    (400, "BadRequestError", "Content Exists Risk", E.CONTENT_FILTER),
    (400, "BadRequestError", "Range of input length should be [1, 129024]", E.CONTEXT_OVERFLOW),
    (400, "BadRequestError", "Access denied, please make sure your account is in good standing.\nArrearage", E.QUOTA),
    (400, "BadRequestError", "Input data may contain inappropriate content.\ndata_inspection_failed", E.CONTENT_FILTER),
    (429, "RateLimitError", "余额不足或无可用资源包,请充值。", E.QUOTA),
    (400, "BadRequestError", "系统检测到输入或生成内容可能包含不安全或敏感内容\n1301", E.CONTENT_FILTER),
    (404, "NotFoundError", "Not found the model kimi-k9 or Permission denied", E.UNKNOWN_MODEL),
    # OpenRouter, Groq, Together, Cohere
    (401, "AuthenticationError", "No auth credentials found", E.BAD_KEY),
    (402, "APIStatusError", "This request requires more credits, or fewer max_tokens.", E.QUOTA),
    (400, "BadRequestError", "qwen/qwen9 is not a valid model ID", E.UNKNOWN_MODEL),
    (404, "NotFoundError", "No endpoints found for qwen/qwen2-7b.", E.UNKNOWN_MODEL),
    (
        400,
        "BadRequestError",
        "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens",
        E.CONTEXT_OVERFLOW,
    ),
    (
        403,
        "PermissionDeniedError",
        'Your chosen model requires moderation and your input was flagged for "violence"',
        E.CONTENT_FILTER,
    ),
    (400, "BadRequestError", "The model `llama3-70b-8192` has been decommissioned and is no longer supported.", E.UNKNOWN_MODEL),
    (
        413,
        "APIStatusError",
        "Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 9000",
        E.CONTEXT_OVERFLOW,
    ),
    (
        422,
        "UnprocessableEntityError",
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000",
        E.CONTEXT_OVERFLOW,
    ),
    (400, "BadRequestError", "too many tokens: total number of tokens in the prompt cannot exceed 4081", E.CONTEXT_OVERFLOW),
    (500, "APIError", "Provider returned error", E.SERVER),
    # vLLM, SGLang, llama.cpp, Ollama, TGI
    (404, "NotFoundError", "The model `foo` does not exist.", E.UNKNOWN_MODEL),
    (
        400,
        "BadRequestError",
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is 4096 tokens "
            "and your request has 3000 input tokens"
        ),
        E.CONTEXT_OVERFLOW,
    ),
    (
        400,
        "BadRequestError",
        "The decoder prompt (length 40960) is longer than the maximum model length of 32768.",
        E.CONTEXT_OVERFLOW,
    ),
    (
        400,
        "BadRequestError",
        "The input (40000 tokens) is longer than the model's context length (32768 tokens).",
        E.CONTEXT_OVERFLOW,
    ),
    (
        400,
        "BadRequestError",
        "Requested token count exceeds the model's maximum context length of 32768 tokens.",
        E.CONTEXT_OVERFLOW,
    ),
    (
        400,
        "BadRequestError",
        "request (40211 tokens) exceeds the available context size (8192 tokens), try increasing it\nexceed_context_size_error",
        E.CONTEXT_OVERFLOW,
    ),
    (404, "NotFoundError", 'model "llama9" not found, try pulling it first', E.UNKNOWN_MODEL),
    (401, "AuthenticationError", '{"error":"Unauthorized"}', E.BAD_KEY),
    (503, "ServiceUnavailableError", "server busy, please try again. maximum pending requests exceeded", E.SERVER),
    (500, "InternalServerError", "CUDA out of memory", E.SERVER),
    # Transport, as litellm hands it on
    (500, "InternalServerError", "InternalServerError: OpenAIException - Connection error.", E.CONNECTION),
    (
        500,
        "APIConnectionError",
        "OllamaException - Cannot connect to host localhost:11434 ssl:default [Connect call failed]",
        E.CONNECTION,
    ),
    (500, "APIConnectionError", "[Errno -2] Name or service not known", E.CONNECTION),
    (None, "ClientConnectorError", "", E.CONNECTION),
    (500, "InternalServerError", "Server disconnected without sending a response.", E.CONNECTION),
    (408, "Timeout", "APITimeoutError - Request timed out. timeout value=600.0", E.TIMEOUT),
    (None, "TimeoutError", "", E.TIMEOUT),
    (
        500,
        "InternalServerError",
        "OpenAIException - Unterminated string starting at: line 1 column 32 (char 31)",
        E.MALFORMED_REPLY,
    ),
    (500, "APIConnectionError", "GroqException - 'ModelResponse' object has no attribute 'service_tier'", E.MALFORMED_REPLY),
    (200, "APIError", "Expecting value: line 1 column 1 (char 0)\nJSONDecodeError", E.MALFORMED_REPLY),
    (502, "BadGatewayError", "Error code: 502", E.SERVER),
    (
        503,
        "ServiceUnavailableError",
        "upstream connect error or disconnect/reset before headers. reset reason: connection failure",
        E.SERVER,
    ),
    (413, "APIStatusError", "<html><head><title>413 Request Entity Too Large</title></head></html>", E.CONTEXT_OVERFLOW),
    (404, "NotFoundError", "Error code: 404", E.UNKNOWN_MODEL),
    (405, "APIStatusError", "Method Not Allowed", E.UNKNOWN_MODEL),
    (400, "BadRequestError", "LLM Provider NOT provided. Pass in the LLM provider you are trying to call.", E.UNKNOWN_MODEL),
    (400, "UnsupportedParamsError", "gpt-5 models don't support temperature=0.0. Only temperature=1 is supported.", E.BAD_REQUEST),
    (None, "TypeError", "unhashable type: 'dict'", E.BAD_REQUEST),
    (None, "SomethingNew", "no idea", E.SERVER),
]


@pytest.mark.parametrize(("status", "type_name", "text", "expected"), MESSAGES)
def test_each_wording_has_its_class(status: int | None, type_name: str, text: str, expected: ErrorClass) -> None:
    assert classify(status=status, type_name=type_name, text=text) is expected


def test_the_table_is_wide_enough() -> None:
    assert len(MESSAGES) >= 60
    assert {row[3] for row in MESSAGES} == set(ErrorClass)


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_prompt_repeated_far_into_an_error_decides_nothing(status: int) -> None:
    text = "internal error. " + "x" * 4000 + " invalid api key, model not found, insufficient_quota"
    assert classify(status=status, type_name="InternalServerError", text=text) is ErrorClass.SERVER


@given(status=st.one_of(st.none(), st.integers(100, 599)), type_name=st.text(max_size=30), text=st.text(max_size=300))
def test_every_fault_has_some_class(status: int | None, type_name: str, text: str) -> None:
    assert isinstance(classify(status=status, type_name=type_name, text=text), ErrorClass)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        (None, None),
        ({}, None),
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "86400"}, MAX_RETRY_AFTER_S),
        ({"retry-after": "inf"}, MAX_RETRY_AFTER_S),
        ({"retry-after": "9" * 500}, MAX_RETRY_AFTER_S),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "Sat, 01 Feb 2025 10:00:20 GMT"}, 20.0),
        ({"retry-after": "Sat, 01 Feb 2025 09:00:00 GMT"}, 0.0),
        ({"retry-after": "Sat, 99 Feb 2025 10:00:20 GMT"}, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_date_and_capped(headers: dict[str, str] | None, seconds: float | None) -> None:
    now = datetime(2025, 2, 1, 10, 0, 0, tzinfo=UTC)
    assert retry_after(headers, now=now) == (None if seconds is None else pytest.approx(seconds))


@given(st.text(max_size=60))
def test_any_retry_after_is_harmless(value: str) -> None:
    seconds = retry_after({"Retry-After": value})
    assert seconds is None or 0 <= seconds <= MAX_RETRY_AFTER_S


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Please try again in 2s.", 2.0),
        ("Please try again in 7m12s.", 300.0),
        ("try again in 1m3.5s", 63.5),
        ("try again in 430ms", 0.43),
        ("Please retry in 13.2s", 13.2),
        ("Please retry after 26 seconds", 26.0),
        ('"retryDelay": "31s"', 31.0),
        ("try again in a moment", None),
        ("nothing", None),
    ],
)
def test_a_wait_stated_in_words_is_read(text: str, seconds: float | None) -> None:
    assert stated_delay(text) == (None if seconds is None else pytest.approx(seconds))
