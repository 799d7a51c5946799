"""Mail: replying, and waiting for replies and for codes."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING

from .._checks import id_of, time_of, wait_of
from .._code import LOOK_BACK, FoundCode, found_code, reason_without_code, sender_of
from .._io_async import resolve
from .._reply import Accept, HeldBack, Reply, held_back_reason, is_accepted
from ..types import SentMail
from .received_mail import AsyncMailPlace, AsyncReceivedMail
from .resources import AsyncMailMessagesResource, AsyncMailMethods, AsyncMailThreadsResource

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from .._call import Headers
    from ..types import FullMessage, FullThread, Message, NewAttachment, NewMailHeaders, Recipients, Thread
    from .core import AsyncCore


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
        automated: bool | None = None,
        quote: bool | None = None,
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
            automated: Marks the reply, so that no program answers it.
            quote: Adds the message below the text and the HTML, as mail programs do.
            attachments: Files to attach.
            headers: Additional header fields: `X-` and `List-` fields.
            mailbox_id: The mailbox to send from; by default that of the message.
            identity_id: The agent. By default, that of `identity(…)` or the agent key's own.
            idempotency_key: Makes the call safe to repeat in another process.
            timeout: Timeout of one attempt, in seconds.
            extra_headers: Additional headers for this request.
        """
        return await self.send(
            in_reply_to_message_id=_id_of(message, "message"),
            text=text,
            html=html,
            to=to,
            cc=cc,
            bcc=bcc,
            reply_to=reply_to,
            subject=subject,
            reply_all=reply_all,
            allow_reply_to=allow_reply_to,
            automated=automated,
            quote=quote,
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
            timeout: Seconds after which `message` is None. 0 checks once, and `math.inf` waits forever.
            accept: Reasons to ignore (`["automated"]`), or a function that alone decides: it gets the message and the
                reason to skip it, or None.
            identity_id: The agent. By default, that of `identity(…)` or the agent key's own.
        """
        _id_of(thread_or_message, "thread_or_message")
        mail = AsyncReceivedMail(
            self._core,
            wait_of(timeout),
            self._core.own(identity_id),
            lambda core: _place(core, thread_or_message, self._core.own(identity_id)),
        )
        held_back: list[HeldBack] = []
        while (message := await mail.next()) is not None:
            reason = held_back_reason(message)
            if await resolve(is_accepted(accept, message, reason)):
                return Reply(message, held_back)
            held_back.append(HeldBack(message.id, reason or "not_accepted"))
        return Reply(None, held_back)

    async def wait_for_code(
        self,
        *,
        from_: str | None = None,
        since: datetime | str | None = None,
        timeout: float = 300.0,
        codes_only: bool = False,
        accept: Accept | Callable[[FullMessage, str | None], bool | Awaitable[bool]] | None = None,
        identity_id: str | None = None,
    ) -> FoundCode:
        """Waits for an email with a one-time code or a confirming link, and returns the first one, oldest first.

            began = datetime.now(timezone.utc)
            sign_up(address)
            found = await aid.mail.wait_for_code(from_="shop.example", since=began)
            if found.code is not None:
                enter(found.code)

        A confirming link is one by which its reader confirms an address, an account or a login. Automated mail counts.
        Spam, blocked mail, other senders and emails with neither are skipped, and listed in `held_back`. `from_` is
        what the email says: check `auth.sender_verified` and `content_warnings` of its message. While the service
        cannot be reached, it retries, and raises the last error after the timeout.

        Args:
            from_: Who sends it: an address (`no-reply@shop.example`), or a domain with its subdomains (`shop.example`).
                An email that names several authors counts only if each of them is meant. By default, anyone.
            since: Only emails later than this: the time before the request for the code, or the `created_at` of the
                message with the last one. By default, two minutes ago.
            timeout: Seconds after which `message`, `code` and `link` are None. 0 checks once, and `math.inf` waits
                forever.
            codes_only: Skips an email with a confirming link and without a code.
            accept: Reasons to ignore (`["spam"]`), or a function that alone decides: it gets the message and the
                reason to skip it, or None.
            identity_id: The agent. By default, that of `identity(…)` or the agent key's own.

        Raises:
            ValidationError: `from_` is no address or domain, or `since` is no time with a time zone.
        """
        sender = sender_of(from_)
        after = datetime.now(timezone.utc) - LOOK_BACK if since is None else time_of(since, "since")

        async def begin(_core: AsyncCore) -> AsyncMailPlace:
            return AsyncMailPlace(None, after)

        mail = AsyncReceivedMail(self._core, wait_of(timeout), self._core.own(identity_id) or "me", begin)
        held_back: list[HeldBack] = []
        while (message := await mail.next()) is not None:
            reason = reason_without_code(message, sender, codes_only=codes_only)
            if await resolve(is_accepted(accept, message, reason)):
                return found_code(message, held_back)
            held_back.append(HeldBack(message.id, reason or "not_accepted"))
        return found_code(None, held_back)


def _id_of(given: object, name: str) -> str:
    """The id of a record, or the id that was given instead of one."""
    return id_of(given if isinstance(given, str) else getattr(given, "id", None), f"{name} (an id or a record)")


async def _place(
    core: AsyncCore, given: str | SentMail | Message | FullMessage | Thread | FullThread, identity: str | None
) -> AsyncMailPlace:
    given_id = given if isinstance(given, str) else given.id
    if isinstance(given, SentMail):
        return AsyncMailPlace(given.thread_id, given.created_at)
    if not given_id.startswith("thr_"):
        message = await AsyncMailMessagesResource(core).get(given_id, identity_id=identity)
        return AsyncMailPlace(message.thread_id, message.created_at)
    thread = await AsyncMailThreadsResource(core).get(given_id, identity_id=identity)
    sent = [message for message in thread.messages if message.direction == "outbound"]
    # The thread has no readable messages: everything that arrives from now on is a reply.
    shown = sent or thread.messages
    return AsyncMailPlace(given_id, shown[-1].created_at if shown else datetime.now(timezone.utc))
