import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { findMessage, findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import type { Table } from '#shared/data/table-client.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import { seenText, seenValue } from '#shared/domain/safe-reading/seen-value.ts';
import { findMailContent, type MailContent } from '#shared/services/mail-files/mail-store.ts';
import type { Preview } from './approval-record.ts';

export type MailPreview = NonNullable<Preview['mail']>;

/** A held email with its texts as their recipient will see them; `undefined` if its message does not exist any more. */
export async function mailPreviewWithTexts(table: Table, approval: Approval): Promise<MailPreview | undefined> {
  const { identityId, subjectId, relatedId } = approval;
  const [message, related] = await Promise.all([
    findMessage(table, identityId, subjectId),
    relatedId === undefined ? undefined : findMessage(table, identityId, relatedId),
  ]);
  if (message === undefined) return undefined;
  return { ...mailPreview(message, related), ...textsOf(await findMailContent(message.contentKey)) };
}

/** How many agents have their messages read at a time. */
const MAX_READS = 10;

/** Held emails without their texts, by the ids of their approvals. `edited`: those that edits have changed. */
export async function mailPreviews(
  table: Table,
  approvals: readonly Approval[],
  edited: readonly Message[] = [],
): Promise<ReadonlyMap<string, MailPreview>> {
  const agents = [...new Set(approvals.map(({ identityId }) => identityId))];
  const messages = await mapWithLimit(agents, MAX_READS, (identityId) => {
    const own = approvals.filter((approval) => approval.identityId === identityId);
    const ids = own.flatMap(({ subjectId, relatedId }) =>
      relatedId === undefined ? subjectId : [subjectId, relatedId],
    );
    return findMessages(table, identityId, [...new Set(ids)]);
  });
  const byId = new Map([...messages.flat(), ...edited].map((message) => [message.id, message]));
  return new Map(
    approvals.flatMap(({ id, subjectId, relatedId = '' }) => {
      const message = byId.get(subjectId);
      return message === undefined ? [] : [[id, mailPreview(message, byId.get(relatedId))] as const];
    }),
  );
}

/** The header of an email as a person sees it. */
function mailPreview(message: Message, related: Message | undefined): MailPreview {
  return {
    from: peopleOf(message.from),
    to: peopleOf(message.to),
    cc: peopleOf(message.cc),
    bcc: peopleOf(message.bcc),
    reply_to: peopleOf(message.replyTo),
    subject: seenText(message.subject),
    snippet: seenText(message.snippet),
    attachments: message.attachments.map(({ filename, contentType, size, sha256 = null }) => ({
      filename: seenValue(filename),
      content_type: contentType,
      size,
      sha256,
    })),
    answers:
      related === undefined
        ? null
        : {
            message_id: related.id,
            from: peopleOf(related.from),
            subject: seenText(related.subject),
            snippet: seenText(related.snippet),
          },
  };
}

function textsOf(content: MailContent | undefined): Pick<MailPreview, 'text' | 'html_text'> {
  const text = content?.text ?? content?.textOfHtml;
  return {
    text: text === undefined || text === null ? null : seenText(text),
    html_text: content?.htmlAsSeen === undefined ? null : seenText(content.htmlAsSeen),
  };
}

function peopleOf(people: readonly MailAddress[]): { address: string; name: string | null }[] {
  return people.map(({ address, name }) => ({ address, name: name === null ? null : seenText(name) }));
}
