import * as routes from '#shared/contract/routes/mail.ts';
import type { ForwardMailBody } from '#shared/contract/schemas/forward-mail.ts';
import { findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { forwardOf, forwardSubject } from '#shared/domain/mail/forwarded-message.ts';
import { html, linesOf } from '#shared/domain/mail/quotable-message.ts';
import { allRecipients, dedupeRecipients } from '#shared/domain/mail/reply.ts';
import { recipientsOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import type { OutgoingContent } from '#shared/services/outgoing-mail/outgoing-files.ts';
import type { Draft } from './draft.ts';
import { forwardedAttachments, forwardedMail } from './forwarded-files.ts';
import { placeOf } from './place-of.ts';
import { type PreparedMessage, queueMessage } from './queue-message.ts';
import { quotable } from './quotable.ts';

/**
 * Forwards a message: queues a new one that has it in its text, or as a file.
 *
 * See: docs/contract/mail.md#forwarding.
 */
export const forwardMessage = resourceOperation(routes.forwardMessage, loadIdentity, (context, identity, input) =>
  queueMessage(context, identity, () => prepare(context, identity, { mid: input.params.mid, body: input.body })),
);

async function prepare(
  { actor, table, now }: AuthenticatedContext,
  identity: Identity,
  { mid, body }: { readonly mid: string; readonly body: ForwardMailBody },
): Promise<PreparedMessage> {
  const original = await findMessage(table, identity.id, mid);
  if (original === undefined) throw notFound();
  if (original.auth.virus === 'fail') throw new AppError('mail.virus_found');
  const draft = draftOf(body, original);
  const place = await placeOf(table, identity, {
    draft,
    named: undefined,
    related: original,
    now,
    recipients: recipientsOf(actor),
  });
  const content = () => (body.as === 'attachment' ? asAttachment(body, original) : inline(body, original));
  return { draft, ...place, related: original, content };
}

/** The header of a forward. It answers nothing, and its recipients do not know the messages before it. */
function draftOf({ to, cc = [], bcc = [] }: ForwardMailBody, original: Message): Draft {
  const recipients = dedupeRecipients({ to, cc, bcc });
  return {
    ...recipients,
    addresses: allRecipients(recipients).map(({ address }) => address),
    replyTo: [],
    subject: forwardSubject(original.subject),
    inReplyTo: null,
    references: [],
    isAutomated: false,
  };
}

/**
 * The message below the text. Of its bodies only what a person sees is forwarded: its HTML may have what no one sees,
 * or tell its sender who opens it.
 */
async function inline({ text = '' }: ForwardMailBody, original: Message): Promise<OutgoingContent> {
  const message = await quotable(original);
  const forward = forwardOf(message, message.content.links ?? []);
  const note = text.trimEnd();
  const hasNote = note.trim() !== '';
  return {
    text: hasNote ? `${note}\n\n${forward.text}` : forward.text,
    html: message.content.html === null ? undefined : `${hasNote ? noteHtml(note) : ''}${forward.html}\n`,
    // Without a note, lists show the beginning of what is forwarded.
    written: { text: hasNote ? note : message.text, html: undefined },
    attachments: await forwardedAttachments(original),
    subject: original.subject,
    isAnswer: false,
    isForward: true,
  };
}

function noteHtml(note: string): string {
  return `<div>${html(linesOf(note))}</div>\n<br>\n`;
}

async function asAttachment({ text = '' }: ForwardMailBody, original: Message): Promise<OutgoingContent> {
  const bodies = { text: text.trim() === '' ? 'The forwarded message is attached.' : text, html: undefined };
  const attachments = [await forwardedMail(original)];
  return { ...bodies, written: bodies, attachments, subject: original.subject, isAnswer: false };
}
