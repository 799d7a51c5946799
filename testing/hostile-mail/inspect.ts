import type { SuccessOf } from '../operations.ts';
import type { AcceptedMail } from './attack.ts';
import { hostileMail } from './hostile-mail.ts';
import { everyPage, type Party, type Recipient } from './parties.ts';
import { lineEndOf } from './smtp-client.ts';

type MessageRecord = SuccessOf<'listMessages'>['messages'][number];

/** The content of the mailboxes and the log after a run. */
export interface Inspection {
  readonly messages: number;
  readonly blocked: number;
  /** Reasons why emails were stored as not parsed, with the number of emails of each. */
  readonly notParsed: Readonly<Record<string, number>>;
  /** Messages that were read in full. */
  readonly read: number;
  /** All defects, one line each. */
  readonly defects: readonly string[];
}

export interface InspectOptions {
  readonly seed: number;
  readonly victim: Party;
  readonly accepted: readonly AcceptedMail[];
  /** One in this many messages is read in full. */
  readonly readEvery: number;
  readonly say: (line: string) => void;
}

const AT_ONCE = 8;

/** Compares the mailboxes and the log of the attacked organization with what SMTP accepted. */
export async function inspect({ seed, victim, accepted, readEvery, say }: InspectOptions): Promise<Inspection> {
  const defects: string[] = [];
  const notParsed: Record<string, number> = {};
  const indexOf = new Map(accepted.map(({ id, index }) => [id, index]));
  const received: MessageRecord[] = [];
  let read = 0;
  for (const recipient of victim.recipients) {
    const params = { id: recipient.id };
    const messages = await everyPage(
      async (query) => (await victim.api.call('listMessages', { params, query })).messages,
    );
    say(`${messages.length} messages of ${recipient.address}`);
    const stored: string[] = [];
    await atOnce(messages, async (message, position) => {
      const mid = { ...params, mid: message.id };
      try {
        const { download_url: url } = await victim.api.call('getRawMessage', { params: mid });
        const id = new URL(url).pathname.split('/').at(-1) ?? '';
        stored.push(id);
        const index = indexOf.get(id);
        if (index === undefined || position % readEvery !== 0) return;
        await readInFull(victim, recipient, message, { url, sent: hostileMail(seed, index).raw });
        read += 1;
      } catch (error) {
        const index = indexOf.get(stored.at(-1) ?? '');
        defects.push(`message ${message.id} (mail ${index}) cannot be read: ${(error as Error).message}`);
      }
    });
    const expected = accepted.filter(({ agents }) => agents.includes(recipient.id)).map(({ id }) => id);
    defects.push(...difference(expected, stored, indexOf));
    received.push(...messages);
    for (const { detail } of messages) {
      const reason = detail?.replace(/\d+/g, 'N');
      if (reason !== undefined) notParsed[reason] = (notParsed[reason] ?? 0) + 1;
    }
  }
  const blocked = received.filter(({ folder }) => folder === 'blocked');
  defects.push(...(await checkLog(victim, received)));
  return { messages: received.length, blocked: blocked.length, notParsed, read, defects };
}

/** Reads a message by every operation that shows it. Throws a defect as an error. */
async function readInFull(
  { api }: Party,
  { id }: Recipient,
  message: MessageRecord,
  { url, sent }: { url: string; sent: Buffer },
): Promise<void> {
  const params = { id, mid: message.id };
  const full = await api.call('getMessage', { params });
  if (full.subject !== message.subject) throw new Error('its subject differs from the one in the list');
  const [file] = full.attachments;
  if (file !== undefined && full.auth.virus !== 'fail') {
    const link = await api.call('getAttachment', { params: { ...params, aid: file.id } });
    const bytes = await download(link.download_url);
    if (bytes.length !== file.size) throw new Error(`its file has ${bytes.length} bytes, not ${file.size}`);
  }
  const kept = await download(url);
  const carried = Buffer.concat([sent, Buffer.from(lineEndOf(sent))]);
  if (!kept.subarray(-carried.length).equals(carried)) throw new Error('its raw form differs from what was sent');
  // A blocked mail joins no thread that could be read.
  if (message.folder !== 'blocked') await api.call('getThread', { params: { id, tid: message.thread_id } });
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`GET ${new URL(url).pathname}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Emails that are missing, that exist twice, or that exist without a 250 from the server. */
function difference(
  expected: readonly string[],
  stored: readonly string[],
  indexOf: ReadonlyMap<string, number>,
): string[] {
  const counts = new Map<string, number>();
  for (const id of stored) counts.set(id, (counts.get(id) ?? 0) + 1);
  const wanted = new Set(expected);
  return [
    ...expected.filter((id) => !counts.has(id)).map((id) => `mail ${indexOf.get(id)} is lost`),
    ...[...counts]
      .filter(([, count]) => count > 1)
      .map(([id, count]) => `mail ${indexOf.get(id)} is there ${count} times`),
    ...[...counts.keys()].filter((id) => !wanted.has(id)).map((id) => `a mail that was not accepted is there: ${id}`),
  ];
}

/** The log has one event for each message that is not blocked, and no others. */
async function checkLog({ api }: Party, messages: readonly MessageRecord[]): Promise<string[]> {
  const events = await everyPage(async (query) => (await api.call('listEvents', { query })).events);
  const announced = new Map<string, number>();
  for (const { type, payload } of events) {
    const id = String((payload as { messageId?: unknown }).messageId);
    if (type === 'mail.received') announced.set(id, (announced.get(id) ?? 0) + 1);
  }
  const wanted = new Set(messages.filter(({ folder }) => folder !== 'blocked').map(({ id }) => id));
  return [
    ...[...wanted]
      .filter((id) => announced.get(id) !== 1)
      .map((id) => `message ${id} has ${announced.get(id) ?? 0} events`),
    ...[...announced.keys()]
      .filter((id) => !wanted.has(id))
      .map((id) => `an event announces ${id}, which is not there`),
  ];
}

async function atOnce<T>(items: readonly T[], work: (item: T, position: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
