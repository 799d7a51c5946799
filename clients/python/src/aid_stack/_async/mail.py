"""Mail: replying, and waiting for replies."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, NamedTuple

from .._errors import AidError
from .._io_async import resolve, sleep
from .._reply import Accept, HeldBack, Reply, held_back_reason, is_accepted
from .._retry import is_worth_repeating, loop_pause
from ..types import SentMail
from .resources import AsyncEventsMethods, AsyncMailMessagesResource, AsyncMailMethods, AsyncMailThreadsResource

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from .._call import Headers
    from ..types import FullMessage, FullThread, Message, NewAttachment, NewMailHeaders, Recipients, Thread
    from .core import AsyncCore

WAIT_MS = 25_000

CLOCK_MARGIN = timedelta(minutes=1)
"""The timestamps of messages and events come from different clocks."""


class AsyncMailResource(AsyncMailMethods):
    """The operations of `aid.mail`."""

    async def reply(
        self,
        message: str | Message | FullMessage,
        *,
        text: str | None = None,
        html: str | None = None,
        to: Recipients | None = None,
        cc: Recipients | None = None,
        bcc: Recipients | None = None,
        reply_to: Recipients | None = None,
        subject: str | None = None,
        reply_all: bool | None = None,
        allow_reply_to: bool | None = None,
        attachments: Sequence[NewAttachment] | None = None,
        headers: NewMailHeaders | None = None,
        mailbox_id: str | None = None,
        identity_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        extra_headers: Headers | None = None,
    ) -> SentMail:
        """Replies to a message in its thread: to its author, unless `to` names others.

        Args:
            message: The message, or its id.
            text: The text.
            html: The HTML.
            to: The recipients; by default the author of the message.
            cc: The recipients of copies.
            bcc: The recipients of blind copies.
            reply_to: Where replies should go.
            subject: The subject; by default `Re:` and that of the message.
            reply_all: Adds the other recipients of the message.
            allow_reply_to: Replies even if an unverified sender names a Reply-To address on another domain.
            attachments: Files to attach.
            headers: Additional header fields: `X-` and `List-` fields.
            mailbox_id: The mailbox to send from; by default that of the message.
            identity_id: The agent. By default, that of `identity(…)` or the agent key's own.
            idempotency_key: Makes the call safe to repeat in another process.
            timeout: Timeout of one attempt, in seconds.
            extra_headers: Additional headers for this request.
        """
        return await self.send(
            in_reply_to_message_id=message if isinstance(message, str) else message.id,
            text=text,
            html=html,
            to=to,
            cc=cc,
            bcc=bcc,
            reply_to=reply_to,
            subject=subject,
            reply_all=reply_all,
            allow_reply_to=allow_reply_to,
            attachments=attachments,
            headers=headers,
            mailbox_id=mailbox_id,
            identity_id=identity_id,
            idempotency_key=idempotency_key,
            timeout=timeout,
            extra_headers=extra_headers,
        )

    async def wait_for_reply(
        self,
        thread_or_message: str | SentMail | Message | FullMessage | Thread | FullThread,
        *,
        timeout: float = 300.0,
        accept: Accept | Callable[[FullMessage, str | None], bool | Awaitable[bool]] | None = None,
        identity_id: str | None = None,
    ) -> Reply:
        """Waits for a reply, and returns the whole message.

            sent = await aid.mail.send(to="ada@example.com", subject="Lunch?", text="At noon?")
            reply = await aid.mail.wait_for_reply(sent, timeout=3600)
            if reply.message is not None:
                print(reply.message.extracted_text)

        Spam and automatic replies are skipped, and listed in `held_back`. A reply from an unverified sender is
        returned, with its `content_warnings`. A reply that arrived before the call is found too. While the service
        cannot be reached, it retries, and raises the last error after the timeout.

        Args:
            thread_or_message: What the reply is to: a message or thread, the result of `send`, or an id.
            timeout: Seconds after which `message` is None. 0 checks once.
            accept: Reasons to ignore (`["automated"]`), or a function that alone decides: it gets the message and the
                reason to skip it, or None.
            identity_id: The agent. By default, that of `identity(…)` or the agent key's own.
        """
        end = time.monotonic() + timeout
        # With a timeout, this loop makes all attempts itself, so that none starts after the end.
        core = self._core.scoped(max_retries=0) if timeout > 0 else self._core
        events, messages = AsyncEventsMethods(core), AsyncMailMessagesResource(core)
        identity = self._core.own(identity_id)
        place: _Place | None = None
        since: datetime | None = None
        held_back: list[HeldBack] = []
        failures = 0
        while True:
            left_ms = max(0, round((end - time.monotonic()) * 1000))
            try:
                if place is None:
                    place = await _place(core, thread_or_message, identity)
                waited = await events.wait(
                    type="mail.received",
                    thread_id=place.thread_id,
                    since=since or place.after - CLOCK_MARGIN,
                    timeout_ms=min(WAIT_MS, left_ms),
                    identity_id=identity,
                )
                found = None if waited.event is None else waited.event.aggregate_id
                message = None if found is None else await messages.get(found, identity_id=identity)
                failures = 0
            except AidError as error:
                if not is_worth_repeating(error) or left_ms == 0:
                    raise
                failures += 1
                await sleep(min(loop_pause(failures, error), left_ms / 1000))
                continue
            if waited.event is not None:
                since = waited.event.created_at
            if message is not None and message.created_at > place.after:
                reason = held_back_reason(message)
                if await resolve(is_accepted(accept, message, reason)):
                    return Reply(message, held_back)
                held_back.append(HeldBack(message.id, reason or "not_accepted"))
            if waited.event is None and left_ms == 0:
                return Reply(None, held_back)


class _Place(NamedTuple):
    """The thread, and the time after which its inbound messages are replies."""

    thread_id: str
    after: datetime


async def _place(
    core: AsyncCore, given: str | SentMail | Message | FullMessage | Thread | FullThread, identity: str | None
) -> _Place:
    given_id = given if isinstance(given, str) else given.id
    if isinstance(given, SentMail):
        return _Place(given.thread_id, given.created_at)
    if not given_id.startswith("thr_"):
        message = await AsyncMailMessagesResource(core).get(given_id, identity_id=identity)
        return _Place(message.thread_id, message.created_at)
    thread = await AsyncMailThreadsResource(core).get(given_id, identity_id=identity)
    sent = [message for message in thread.messages if message.direction == "outbound"]
    # The thread has no readable messages: everything that arrives from now on is a reply.
    shown = sent or thread.messages
    return _Place(given_id, shown[-1].created_at if shown else datetime.now(timezone.utc))
