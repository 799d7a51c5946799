import { decodeMention, type MentionSource, mentionKey, standingOf } from '#shared/data/entities/contact/mention.ts';
import { findMentionLists } from '#shared/data/entities/contact/mention-list.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { getRowsTogether, type Table } from '#shared/data/table-client.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { addressName, hostName, type Name } from '#shared/domain/vouching/name.ts';
import { spelledByStrangers } from './spelled-by-strangers.ts';
import { inOwnGroup } from './stage-names.ts';
import { type GivenName, knownToOrganization } from './vouched-by-organization.ts';

/** What a message is about to reach. */
interface SentNames {
  /** The addresses of its recipients, and those of links to addresses. */
  readonly addresses: readonly string[];
  /** The hosts of the links in what its author wrote. */
  readonly hosts: readonly string[];
  /** The hosts that are only in the quotation of the message that it answers. */
  readonly quotedHosts?: readonly string[];
  /** The message that it answers or forwards. */
  readonly related?: Related | undefined;
}

/** The message that another one answers. */
type Related = Pick<Message, 'direction' | 'from' | 'to' | 'cc' | 'bcc' | 'status' | 'auth'> & {
  readonly sentAt?: number;
};

/** An address or a host that the agent knows from strangers' text only. */
export type Unvouched = ({ readonly address: string } | { readonly host: string }) & {
  /** The first email that mentions it, or another name of its domain, and where. */
  readonly source: MentionSource;
};

/**
 * Those of the names that an agent knows from strangers' text only: no person, contact or domain of the organization,
 * no verified correspondent and nothing that the agent wrote before vouches for them. A name that no one has mentioned
 * is one of them if strangers have mentioned its domain, and no one vouches for that.
 *
 * Who wrote may always be answered, at the address that the email came from. One round of reads where nothing is
 * unvouched; three more where something seems to be.
 *
 * See: docs/contract/vouching.md.
 */
export async function unvouchedIn(
  table: Table,
  identity: Pick<Identity, 'id' | 'organizationId' | 'mailboxes'>,
  { addresses, hosts, quotedHosts = [], related }: SentNames,
): Promise<Unvouched[]> {
  const own = identity.mailboxes.map(({ address }) => address);
  const answered = related === undefined ? [] : answeredBy(related);
  const allowed = new Set([...own, ...answered].flatMap((one) => addressName(one)?.name ?? []));
  const asked = new Map<string, GivenName>();
  const isToAuthor = related?.direction === 'inbound' && related.auth.senderVerified;
  const names = addresses.map((given) => ({ given, name: addressName(given) }));
  const isAnswer = isToAuthor && names.every(({ name }) => name !== undefined && allowed.has(name.name));
  for (const { given, name } of names)
    if (name !== undefined && !allowed.has(name.name)) asked.set(name.name, { ...inOwnGroup(name), given });
  for (const host of isAnswer ? hosts : [...hosts, ...quotedHosts]) {
    const name = hostName(host);
    if (name !== undefined) asked.set(name.name, { ...name, given: host });
  }
  if (asked.size === 0) return [];
  const suspects = await suspectsAmong(table, identity.id, [...asked.values()]);
  const known = await knownToOrganization(
    table,
    identity,
    suspects.map(({ name }) => name),
  );
  return suspects
    .filter(({ name }) => !known.has(name.name))
    .map(({ name, source }) => {
      const given = name.given ?? name.name;
      return name.kind === 'address' ? { address: given, source } : { host: given, source };
    });
}

interface Suspect {
  readonly name: GivenName;
  readonly source: MentionSource;
}

async function suspectsAmong(table: Table, identityId: string, names: readonly GivenName[]): Promise<Suspect[]> {
  const now = Date.now();
  const keyOf = ({ group }: Name) => mentionKey(identityId, group);
  const [rows, lists] = await Promise.all([
    // Strong: an agent may act on an email in the same second.
    getRowsTogether(table, names.map(keyOf), { strong: true }),
    findMentionLists(table, identityId, now),
  ]);
  const unknown: GivenName[] = [];
  const suspects = names.flatMap((name): Suspect[] => {
    const standing = standingOf(identityId, name, rows(decodeMention, keyOf(name)), now);
    if (standing.kind === 'stranger' || standing.kind === 'group') return [{ name, source: standing.source }];
    if (standing.kind !== 'unknown') return [];
    const messageId = lists.messageWith(name.group);
    if (messageId !== undefined) return [{ name, source: { messageId, place: 'text' } }];
    unknown.push(name);
    return [];
  });
  const spelled = await spelledByStrangers(table, identityId, unknown, now);
  return [
    ...suspects,
    ...spelled.map(({ name, messageId }) => ({ name, source: { messageId, place: 'text' as const } })),
  ];
}

/** The addresses at which a message may always be answered. */
function answeredBy(related: Related): string[] {
  if (related.direction === 'outbound') {
    const isSent = related.sentAt !== undefined || related.status === 'queued';
    return isSent ? allRecipients(related).map(({ address }) => address) : [];
  }
  const [author, ...others] = related.from;
  // DMARC and people look at one address: of several no one can say who wrote.
  return author === undefined || others.length > 0 ? [] : [author.address];
}
