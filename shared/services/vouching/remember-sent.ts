import { writeMention } from '#shared/data/direct-writes/mentions.ts';
import {
  decodeMention,
  mentionKey,
  standingOf,
  type Vouching,
  vouchPatch,
} from '#shared/data/entities/contact/mention.ts';
import { findMentionLists } from '#shared/data/entities/contact/mention-list.ts';
import { getRowsTogether, type Table } from '#shared/data/table-client.ts';
import { addressName, type Name } from '#shared/domain/vouching/name.ts';
import { inOwnGroup } from './stage-names.ts';

/** What a message that was sent has reached and said. */
interface SentMessageNames {
  /** The addresses of its recipients. */
  readonly recipients: readonly string[];
  /** All names in its texts, links included. */
  readonly said: readonly Name[];
  /**
   * Who decided to send it: the agent; a person, or a program with a key of the organization; or a person who has
   * approved it, and then has seen its links.
   */
  readonly by: 'agent' | 'person' | 'approver';
}

/** Groups of names of a message that are recorded. */
const MAX_GROUPS = 100;

/**
 * Records the names of a message that was sent: its recipients are correspondents from now on, and what it says is
 * known from the agent itself. What the agent knows from strangers only does not become known by that, unless a person
 * has sent the message there; but an author whom it has answered is a correspondent, who vouches for its own domain.
 */
export async function rememberSent(
  table: Table,
  identityId: string,
  { recipients, said, by }: SentMessageNames,
  now: number,
): Promise<void> {
  const names = new Map<string, Name>();
  for (const name of [...recipients.map(addressName), ...said])
    if (name !== undefined && !names.has(name.name)) names.set(name.name, inOwnGroup(name));
  const reached = new Set(recipients.map((one) => addressName(one)?.name));
  const groups = [...Map.groupBy(names.values(), ({ group }) => group)].slice(0, MAX_GROUPS);
  const keyOf = (group: string) => mentionKey(identityId, group);
  // Strong: what a stranger has written in the same second must not become known by a quotation of it.
  const [rows, lists] = await Promise.all([
    getRowsTogether(
      table,
      groups.map(([group]) => keyOf(group)),
      { strong: true },
    ),
    findMentionLists(table, identityId, now),
  ]);
  await Promise.all(
    groups.map(async ([group, all]) => {
      const row = rows(decodeMention, keyOf(group));
      const isListed = lists.messageWith(group) !== undefined;
      const how = all.flatMap((name): [Vouching, Name][] => {
        const standing = standingOf(identityId, name, row, now);
        const isRecipient = reached.has(name.name);
        const isFree = standing.kind === 'vouched' || (standing.kind === 'unknown' && !isListed);
        if (by !== 'agent')
          return isFree || isRecipient || (by === 'approver' && name.kind === 'host') ? [['v', name]] : [];
        if (standing.kind === 'vouched') return [[standing.by, name]];
        if (isFree) return [['a', name]];
        return standing.kind === 'author' && isRecipient ? [['d', name]] : [];
      });
      for (const [one, named] of Map.groupBy(how, ([first]) => first)) {
        const known = named.map(([, name]) => name);
        const patch = vouchPatch(identityId, known, row, { by: one, now });
        if (patch !== undefined) await writeMention(table, identityId, group, patch);
      }
    }),
  );
}
