"""Which emails have the code or the link that a wait is for: shared by both clients.

See: docs/decisions/0053-loops-of-the-sdks.md#mailwaitforcode in the repository of the service.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from ._errors import InvalidArgumentError
from ._reply import HeldBack

if TYPE_CHECKING:
    from .types import FullMessage, MailCode, MailLink

SENDER = re.compile(r"@?[^\s<>,@]+(?:@[^\s<>,@]+)?")
"""An address or a domain, without a name."""

LOOK_BACK = timedelta(minutes=2)
"""How far a wait without `since` looks back: the email may arrive before the call that waits for it."""


@dataclass(frozen=True)
class FoundCode:
    """The result of waiting for a code.

    Attributes:
        message: The email with its texts, or None if none arrived in time.
        code: The first code, as it is to be entered. None if the email has only a link.
        codes: All codes of the email; seldom more than one.
        link: The link by which its reader confirms something, or None. The service never opens it.
        held_back: The emails that were skipped, in order.
    """

    message: FullMessage | None
    code: str | None = None
    codes: list[MailCode] = field(default_factory=list["MailCode"])
    link: MailLink | None = None
    held_back: list[HeldBack] = field(default_factory=list[HeldBack])


def found_code(message: FullMessage | None, held_back: list[HeldBack]) -> FoundCode:
    """The result for the email that was found, or for none."""
    if message is None:
        return FoundCode(None, held_back=held_back)
    codes = list(message.codes or [])
    return FoundCode(message, codes[0].value if codes else None, codes, _confirming_link(message), held_back)


def sender_of(given: str | None) -> str | None:
    """An address or a domain in small letters, without an `@` at its beginning.

    Raises:
        InvalidArgumentError: It is neither.
    """
    if given is None:
        return None
    if SENDER.fullmatch(given) is None:
        raise InvalidArgumentError(f"from_: expected an address or a domain, got {given!r}")
    return given.lower().removeprefix("@")


def reason_without_code(message: FullMessage, sender: str | None, *, codes_only: bool) -> str | None:
    """Why an email is skipped, or None. An unverified sender is not a reason, because the email has warnings."""
    if sender is not None and not _is_from(message, sender):
        return "other_sender"
    if not message.codes and (codes_only or _confirming_link(message) is None):
        return "no_code"
    return message.folder if message.folder in ("spam", "blocked") else None


def _is_from(message: FullMessage, sender: str) -> bool:
    """Whether all authors of an email have this address, or one of this domain."""
    addresses = [author.address.lower() for author in message.from_]
    if "@" in sender:
        return bool(addresses) and all(address == sender for address in addresses)
    domains = [address.rpartition("@")[2] for address in addresses]
    return bool(domains) and all(f".{domain}".endswith(f".{sender}") for domain in domains)


def _confirming_link(message: FullMessage) -> MailLink | None:
    """All confirming links of an email have one target. Emails of older releases have none."""
    return next((link for link in message.links or [] if link.confirms), None)
