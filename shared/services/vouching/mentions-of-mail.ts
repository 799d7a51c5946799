import type { Change, Patch } from '#shared/data/change.ts';
import {
  changeMention,
  decodeMention,
  type MentionRow,
  mentionKey,
  standingOf,
  strangerPatch,
  vouchPatch,
} from '#shared/data/entities/contact/mention.ts';
import { insertMentionList } from '#shared/data/entities/contact/mention-list.ts';
import { decodeAddressRow, mailboxKey } from '#shared/data/entities/mail/mailbox.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Key, RowLookup, Table } from '#shared/data/table-client.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { type Mention, type Mentions, SAID } from '#shared/domain/vouching/mention.ts';
import { addressName, type Name } from '#shared/domain/vouching/name.ts';
import { inOwnGroup } from './stage-names.ts';
import { knownToOrganization } from './vouched-by-organization.ts';

/** Groups of names of an email that get rows of their own. The others are in one list. */
const MAX_GROUPS = 32;
/** For how long a sender has to be known that vouches for hosts of its own domain, although no one answers. */
const SEASONED_MS = DAY;

/**
 * What an author vouches for by what an email says: for all of it, or for names of the author's own domain, as someone
 * whom the agent has only answered.
 */
export type Vouched = 'all' | 'own' | 'nothing';

/** Who wrote an email, if that is one address. */
export interface MailAuthor {
  readonly address: string;
  readonly isVerified: boolean;
}

/** What an email mentions, in the form in which the rows of an agent record it. */
export class MentionsOfMail {
  readonly #identityId: string;
  readonly #author: MailAuthor | undefined;
  readonly #authorName: Name | undefined;
  readonly #groups: ReadonlyMap<string, readonly Mention[]>;
  readonly #others: readonly string[];
  readonly #isWhole: boolean;

  /** `own`: the addresses of the agent's mailboxes, which every email to it may have. */
  constructor(identityId: string, mentions: Mentions, author: MailAuthor | undefined, own: readonly string[]) {
    this.#identityId = identityId;
    this.#author = author;
    this.#authorName = author && inOwnGroup(addressName(author.address));
    const known = new Set([...own.flatMap((one) => addressName(one)?.name ?? []), this.#authorName?.name]);
    const names = mentions.names.filter(({ name }) => !known.has(name)).map(inOwnGroup);
    const authorMention = this.#authorName === undefined ? [] : [{ ...this.#authorName, place: 'author' as const }];
    const groups = [...Map.groupBy([...authorMention, ...names], ({ group }) => group)];
    this.#groups = new Map(groups.slice(0, MAX_GROUPS));
    this.#others = groups.slice(MAX_GROUPS).map(([group]) => group);
    this.#isWhole = mentions.isWhole;
  }

  /** The rows that are read before the email is recorded. */
  get keys(): Key[] {
    const groups = [...this.#groups.keys()].map((group) => mentionKey(this.#identityId, group));
    return this.#author?.isVerified === true ? [...groups, mailboxKey(this.#author.address)] : groups;
  }

  /**
   * What the author vouches for by what the email says. For all of it: a verified correspondent whom the agent has
   * written to first, or whom someone who vouches has named; or a person, a contact or a domain of the organization,
   * but none of its agents, because what these say may be strangers' text. For names of its own domain: an author whom
   * the agent has only answered.
   */
  async vouched(table: Table, identity: Identity, rows: RowLookup, now: number): Promise<Vouched> {
    const [author, name] = [this.#author, this.#authorName];
    if (author?.isVerified !== true || name === undefined) return 'nothing';
    const isAgent = rows(decodeAddressRow, mailboxKey(author.address))?.organizationId === identity.organizationId;
    if (isAgent) return 'nothing';
    const standing = standingOf(this.#identityId, name, this.#row(rows, name.group), now);
    if (standing.kind === 'vouched' && standing.by !== 'd') return 'all';
    const known = await knownToOrganization(table, identity, [{ ...name, given: author.address }]);
    if (known.has(name.name) && known.get(name.name) !== 'agent') return 'all';
    return standing.kind === 'vouched' ? 'own' : 'nothing';
  }

  /** The changes that record the email. At most as many as there are groups with rows of their own, and one more. */
  changes(
    rows: RowLookup,
    { messageId, vouched, now }: { readonly messageId: string; readonly vouched: Vouched; readonly now: number },
  ): Change[] {
    const changes: Change[] = [];
    for (const [group, names] of this.#groups) {
      const row = this.#row(rows, group);
      const isVouching = vouched === 'all' || (vouched === 'own' && group === this.#authorName?.group);
      const isOfSeasoned = !isVouching && this.#isSeasoned(group, row, now);
      const said = names.filter(
        ({ place, kind }) => SAID.has(place) && (isVouching || (isOfSeasoned && kind === 'host')),
      );
      const by = vouched === 'all' ? 'v' : 'd';
      const others = names.filter((name) => !said.includes(name) && !this.#isVouched(name, row, now));
      const patch = merged(
        said.length === 0 ? undefined : vouchPatch(this.#identityId, said, row, { by, now }),
        others.length === 0 ? undefined : strangerPatch(this.#identityId, others, row, { messageId, now }),
      );
      if (patch !== undefined) changes.push(changeMention(this.#identityId, group, patch));
    }
    if (this.#others.length > 0 || !this.#isWhole) {
      const list = { groups: this.#others, isWhole: this.#isWhole, now };
      changes.push(insertMentionList(this.#identityId, messageId, list));
    }
    return changes;
  }

  #row(rows: RowLookup, group: string): MentionRow | undefined {
    return rows(decodeMention, mentionKey(this.#identityId, group));
  }

  #isVouched(name: Name, row: MentionRow | undefined, now: number): boolean {
    return standingOf(this.#identityId, name, row, now).kind === 'vouched';
  }

  /**
   * Whether a group is that of a verified author who has written before, a day ago or longer: newsletters and programs
   * that no one answers. Such an author vouches for the hosts of its own domain, and for no address.
   */
  #isSeasoned(group: string, row: MentionRow | undefined, now: number): boolean {
    const [author, name] = [this.#author, this.#authorName];
    if (author?.isVerified !== true || name === undefined || name.group !== group) return false;
    const standing = standingOf(this.#identityId, name, row, now);
    return standing.kind === 'author' && timeOfId('message', standing.source.messageId) <= now - SEASONED_MS;
  }
}

function merged(one: Patch | undefined, other: Patch | undefined): Patch | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { add: { ...one.add, ...other.add }, set: { ...one.set, ...other.set } };
}
