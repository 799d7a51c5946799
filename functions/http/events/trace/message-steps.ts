import { findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import { threadMembers } from '#shared/data/entities/mail/thread-members.ts';
import { collect } from '#shared/data/table-client.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import type { Step } from './trace.ts';
import { TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/** The steps of an email: that it came or was sent, what its reading has found, and the emails before and after it. */
export async function messageSteps(reader: TraceReader, message: Message): Promise<Step[]> {
  const { id, createdAt, sentAt, contentWarnings = [], providerMessageId = null, sendAttempts = null } = message;
  const steps: Step[] = [mailStep(message, 'mail')];
  if (contentWarnings.length > 0) {
    const summary = `Read with warnings: ${contentWarnings.join(', ')}`;
    steps.push({ at: createdAt, kind: 'reading', id, summary, status: null, detail: { warnings: contentWarnings } });
  }
  if (sentAt !== undefined) {
    const detail = { provider_message_id: providerMessageId, attempts: sendAttempts };
    const summary = 'The mail provider has accepted the email';
    steps.push({ at: sentAt, kind: 'outcome', id, summary, status: 'sent', detail });
  }
  return [...steps, ...(await conversation(reader, message))];
}

/** The email that a message answers, and those that answer it. */
async function conversation({ table }: TraceReader, message: Message): Promise<Step[]> {
  if (message.isThreadless === true) return [];
  const { identityId, threadId } = message;
  const { threadMessages } = TRACE_BOUNDS;
  const rows = threadMembers(table, identityId, threadId, { pageSize: threadMessages });
  const members = await collect(rows, threadMessages);
  const ids = members.map(({ sk }) => sk).filter((id) => id !== message.id);
  return (await findMessages(table, identityId, ids)).flatMap((other) => {
    if (answers(message, other)) return [mailStep(other, 'mail')];
    return answers(other, message) ? [mailStep(other, 'reply')] : [];
  });
}

/** The Message-ID of a sent email may be replaced by that of its provider, and replies may name either. */
function answers({ inReplyTo }: Message, { id, rfcMessageId, direction }: Message): boolean {
  if (inReplyTo === null) return false;
  return inReplyTo === rfcMessageId || (direction === 'outbound' && inReplyTo.startsWith(`<${id}@`));
}

function mailStep(message: Message, kind: 'mail' | 'reply'): Step {
  const { id, direction, identityId, threadId, folder, status, createdAt } = message;
  const shown = direction === 'inbound' ? seenText : (text: string) => text;
  const from = message.from.map(({ address }) => address);
  const to = message.to.map(({ address }) => address);
  const subject = shown(message.subject);
  const who = direction === 'inbound' ? `from ${from.join(', ')}` : `to ${namesOf(to)}`;
  const summary = `${kind === 'mail' ? 'Email' : 'Reply'} ${who}: ${subject || '(no subject)'}`;
  const texts = { subject, detail: message.detail === null ? null : shown(message.detail) };
  const detail = { direction, identity_id: identityId, thread_id: threadId, folder, from, to, ...texts };
  return { at: createdAt, kind, id, summary, status, detail };
}

function namesOf(addresses: readonly string[]): string {
  const [first = 'no one', ...others] = addresses;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
