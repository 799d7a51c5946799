import { firstIdAt, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { organizationDigest } from '../../address-digest.ts';
import { type Change, insert } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { collect, queryRows, type Table } from '../../table-client.ts';

/**
 * The groups of names that an email mentions which mentions more than have rows of their own. So an email of any size
 * costs a bounded number of writes, and none of its names is lost.
 */
interface MentionList {
  /** Digests of groups, one after the other. */
  groups: Uint8Array;
  /** Whether these are all. */
  isWhole: boolean;
  expiresAt: number;
}

const decodeMentionList = rowDecoder<MentionList>({ groups: 'object', isWhole: 'boolean', expiresAt: 'number' });

const LIST = 'LIST#';
const BYTES = 8;
const KEPT_MS = 90 * DAY;
/** Lists that are read. With more, all names that no one has mentioned count as mentioned. */
const MAX_LISTS = 8;

const partition = (identityId: string) => `${PREFIX.mention}${identityId}`;

function digestOf(identityId: string, group: string): string {
  return organizationDigest(identityId, group).subarray(0, BYTES).toString('hex');
}

export function insertMentionList(
  identityId: string,
  messageId: string,
  { groups, isWhole, now }: { readonly groups: readonly string[]; readonly isWhole: boolean; readonly now: number },
): Change {
  const bytes = Buffer.from(groups.map((group) => digestOf(identityId, group)).join(''), 'hex');
  const expiresAt = now + KEPT_MS;
  const row = { groups: Uint8Array.from(bytes), isWhole, expiresAt, expires_at: epochSeconds(expiresAt) };
  return insert<MentionList>({ pk: partition(identityId), sk: `${LIST}${messageId}`, ...row });
}

/** The emails of an agent that mention very many names. */
class MentionLists {
  readonly #identityId: string;
  readonly #lists: readonly { readonly messageId: string; readonly isWhole: boolean; readonly groups: Set<string> }[];

  constructor(identityId: string, lists: readonly { sk: string; isWhole: boolean; groups: Uint8Array }[]) {
    this.#identityId = identityId;
    this.#lists = lists.map(({ sk, isWhole, groups }) => {
      const hex = Buffer.from(groups).toString('hex');
      const size = 2 * BYTES;
      const digests = Array.from({ length: hex.length / size }, (_, at) => hex.slice(at * size, (at + 1) * size));
      return { messageId: sk.slice(LIST.length), isWhole, groups: new Set(digests) };
    });
  }

  /** The email that mentions a group, or that may mention it. */
  messageWith(group: string): string | undefined {
    const digest = digestOf(this.#identityId, group);
    const found = this.#lists.find(({ groups }) => groups.has(digest)) ?? this.#lists.find(({ isWhole }) => !isWhole);
    const isCut = this.#lists.length >= MAX_LISTS;
    return (found ?? (isCut ? this.#lists[0] : undefined))?.messageId;
  }
}

/** Reads the newest lists of an agent. One request, and one read unit for an agent that has none. */
export async function findMentionLists(table: Table, identityId: string, now: number): Promise<MentionLists> {
  const [from, to] = [firstIdAt('message', 0), lastIdAt('message', MAX_TIME)].map((id) => `${LIST}${id}`);
  const range = {
    pk: partition(identityId),
    from: from ?? '',
    to: to ?? '',
    newestFirst: true,
    limit: MAX_LISTS,
    strong: true,
  };
  const rows = await collect(queryRows(table, decodeMentionList, range), MAX_LISTS);
  return new MentionLists(
    identityId,
    rows.filter(({ expiresAt }) => expiresAt > now),
  );
}
