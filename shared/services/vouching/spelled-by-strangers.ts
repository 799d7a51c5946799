import { decodeMention, mentionKey, standingOf } from '#shared/data/entities/contact/mention.ts';
import { type Message, messagesSince } from '#shared/data/entities/mail/message.ts';
import { collect, getRowsTogether, type Table } from '#shared/data/table-client.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { addressName, type Name } from '#shared/domain/vouching/name.ts';
import { SpellingTexts } from '#shared/domain/vouching/spelled-in.ts';
import { findMailContent } from '../mail-files/mail-store.ts';
import { inOwnGroup } from './stage-names.ts';

/** The emails that are read again: the newest ones of the last days. */
const MAX_MESSAGES = 40;
const MAX_READ = 24;
const READ_MS = 7 * DAY;

/**
 * Those of some names that no one has mentioned which the last emails of strangers may spell in a way that no reading
 * of an email recognizes, with the newest of these emails. An agent writes to a name that no one has mentioned once;
 * from then on it is known. So the reads are rare: two rounds, and a file for each email.
 */
export async function spelledByStrangers<N extends Name>(
  table: Table,
  identityId: string,
  names: readonly N[],
  now: number,
): Promise<{ name: N; messageId: string }[]> {
  if (names.length === 0) return [];
  const newest = await collect(messagesSince(table, identityId, now - READ_MS, MAX_MESSAGES), MAX_MESSAGES);
  const strangers = await ofStrangers(table, identityId, newest, now);
  const [last] = strangers;
  if (last === undefined) return [];
  const texts = await Promise.all(strangers.map(textsOf));
  const spelling = new SpellingTexts(texts.reverse().flat());
  return names.filter((name) => spelling.mayName(name)).map((name) => ({ name, messageId: last.id }));
}

async function ofStrangers(
  table: Table,
  identityId: string,
  messages: readonly Message[],
  now: number,
): Promise<Message[]> {
  const received = messages.filter(({ direction }) => direction === 'inbound');
  const authorOf = ({ from }: Message) => inOwnGroup(addressName(from[0]?.address ?? ''));
  const groups = new Set(received.flatMap((message) => authorOf(message)?.group ?? []));
  const rows = await getRowsTogether(
    table,
    [...groups].map((group) => mentionKey(identityId, group)),
  );
  const isChosen = (message: Message) => {
    const author = authorOf(message);
    if (author === undefined || !message.auth.senderVerified) return false;
    const standing = standingOf(identityId, author, rows(decodeMention, mentionKey(identityId, author.group)), now);
    return standing.kind === 'vouched' && standing.by !== 'd';
  };
  return received.filter((message) => !isChosen(message)).slice(0, MAX_READ);
}

async function textsOf({ subject, contentKey }: Message): Promise<string[]> {
  const content = await findMailContent(contentKey);
  const { text = null, html = null, hiddenText, headers = [] } = content ?? {};
  const fields = headers.map(({ value }) => value);
  return [subject, text ?? '', hiddenText ?? '', (html ?? '').replace(/<[^<>]*>/g, ' '), ...fields];
}
