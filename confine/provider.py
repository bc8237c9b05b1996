"""The way to a model: the Anthropic SDK, imported only when a model is used.

On the command line the SDK's own settings count: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, profiles, proxies. A host's
hook runs in an environment that a project's settings can write; there the user's own configuration counts and nothing
else (`confine.configuration`), and a key is sent in the clear to this machine only.

Importing the SDK takes as long as a hundred launches of a child and 80 MB; no child ever has it.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from confine.broker import Model
from confine.errors import UsageError

__all__ = ["from_configuration", "from_environment"]

_RETRIES = 3


def from_environment(name: str) -> Model:
    """Return a model with the settings that the SDK finds by itself.

    Args:
        name: of the model.

    Raises:
        UsageError: there is no key, or the settings make no client.
    """
    anthropic = _sdk()
    _name(name)
    try:
        client = anthropic.Anthropic(max_retries=_RETRIES)
    except Exception as error:
        raise UsageError(
            "the model cannot be called", f"{type(error).__name__}: {error}", "Check the SDK's settings"
        ) from error
    if not (client.api_key or client.auth_token or getattr(client, "custom_auth", None)):
        raise UsageError(
            "the model cannot be called",
            "no key was found",
            "Set ANTHROPIC_API_KEY, or leave --model out to learn by rules, offline",
        )
    return _model(name, client)


def from_configuration(
    name: str,
    *,
    api_key: str,
    base_url: str | None = None,
    proxy: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Model:
    """Return a model with exactly these settings; the environment has no say.

    Args:
        name: of the model.
        api_key: the key.
        base_url: of a server that speaks the Messages API; the SDK's own default where it is None.
        proxy: for the way there; none where it is None.
        headers: further headers of each call.

    Raises:
        UsageError: the address would carry the key over a network in the clear.
    """
    anthropic = _sdk()
    _name(name)
    if base_url is not None:
        _refuse_clear_text(base_url)
    _forget_environment()
    client = anthropic.Anthropic(
        api_key=api_key,
        base_url=base_url or "https://api.anthropic.com",
        max_retries=_RETRIES,
        default_headers=dict(headers or {}),
        http_client=anthropic.DefaultHttpxClient(trust_env=False, proxy=proxy),
    )
    return _model(name, client)


def _forget_environment() -> None:
    """Take out of this process's environment what the SDK, httpx or OpenSSL would listen to.

    Headers and a log level come in through it, proxies and authorities, and SSLKEYLOGFILE has every session's secrets
    written to a file of the environment's choice.
    """
    for name in list(os.environ):
        upper = name.upper()
        if upper.startswith(("ANTHROPIC_", "SSL_CERT_", "SSLKEYLOGFILE", "OTEL_")) or upper.endswith("_PROXY"):
            del os.environ[name]


def _sdk() -> Any:
    try:
        import anthropic
    except ImportError as error:
        raise UsageError(
            "the model cannot be called", f"the SDK cannot be imported: {error}", "Run: pip install anthropic"
        ) from error
    return anthropic


def _name(name: str) -> None:
    if not name.strip() or not name.isprintable() or len(name) > 200:
        raise UsageError("the model cannot be called", f"{name!r:.80} is no model's name", "Give one as --model NAME")


def _model(name: str, client: Any) -> Model:
    secrets = (client.api_key, client.auth_token)
    return Model(name, client, tuple(each for each in secrets if each))


def _refuse_clear_text(base_url: str) -> None:
    """Refuse an address that is neither https nor on this machine."""
    parts = urlsplit(base_url)
    if parts.scheme == "https" and parts.hostname:
        return
    if parts.scheme == "http" and parts.hostname and _is_loopback(parts.hostname):
        return
    raise UsageError(
        "the model's address is refused",
        f"{base_url!r:.200} would carry the key in the clear, or is no address",
        "Use https, or http to this machine (127.0.0.1, localhost)",
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
