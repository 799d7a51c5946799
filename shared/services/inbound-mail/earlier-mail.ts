import { anyRow } from '#shared/data/decode-row.ts';
import { type ContactPolicy, loadContactPolicy } from '#shared/data/entities/contact/contact-policy.ts';
import { decodeWarningRules, warningRulesKey } from '#shared/data/entities/contact/contact-rule-target.ts';
import { addressKey, Correspondents, decodeCorrespondents } from '#shared/data/entities/contact/correspondent.ts';
import { ingestGuardKey } from '#shared/data/entities/mail/ingest-guard.ts';
import { type FoundThread, referenceKey, threadOfReferences } from '#shared/data/entities/mail/mail-reference.ts';
import type { Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import {
  decodeMessageCopies,
  type MessageCopies,
  messageCopiesKey,
} from '#shared/data/entities/mail/message-copies.ts';
import { findThread, type Thread } from '#shared/data/entities/mail/thread.ts';
import { findTextMarks } from '#shared/data/entities/mail/thread-members.ts';
import {
  decodeIdentity,
  findIdentity,
  type Identity,
  identityKey,
} from '#shared/data/entities/organization/identity.ts';
import { getRowsTogether, type RowLookup, type Table } from '#shared/data/table-client.ts';
import type { WarningRules } from '#shared/domain/mail/warning-rules.ts';
import type { TextMarks } from '#shared/domain/safe-reading/text-marks.ts';
import { knownDomains } from '../correspondents/known-domains.ts';
import type { MentionsOfMail, Vouched } from '../vouching/mentions-of-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { threadBySubject } from './thread-by-subject.ts';

/** What the mailbox and its organization know when an email arrives. */
export interface EarlierMail {
  /** Whether the mailbox has the email already. */
  isRepeated: boolean;
  identity: Identity;
  references: FoundThread;
  policy: ContactPolicy;
  warningRules: WarningRules;
  correspondents: Correspondents;
  /** The messages of the mailbox with the same Message-ID. */
  copies: MessageCopies | undefined;
  /** The thread that the email belongs to, if there is one. */
  thread: Thread | undefined;
  /** Whether only the subject and the author of the email lead to its thread. */
  isThreadBySubject: boolean;
  /** What the author vouches for of what the email mentions, and what is recorded about that. */
  vouched: Vouched;
  mentions: RowLookup;
  /** Marks of the texts that the email can quote; `undefined` if not all are known. */
  texts: TextMarks[] | undefined;
}

interface Query {
  mailbox: Mailbox;
  mail: ParsedMail;
  providerMessageId: string;
  /** The addresses that the contact rules are checked for. */
  authors: readonly string[];
  mentions: MentionsOfMail;
}

/**
 * Loads what an email is compared with, in three reads, and two more if it belongs to a thread. Contact rules are read
 * strongly. The rest is not, because that costs half: what the commit depends on is a condition of it, and then the
 * operation runs again with `strong`. Otherwise a warning may be wrong about an email of the same second.
 */
export async function loadEarlierMail(table: Table, query: Query, strong: boolean): Promise<EarlierMail> {
  const { mailbox, mail, providerMessageId, authors, mentions } = query;
  const { organizationId, identityId } = mailbox;
  const ids = [...(mail.rfcMessageId === null ? [] : [mail.rfcMessageId]), ...mail.referencedIds];
  const guard = ingestGuardKey(providerMessageId, mailbox.id);
  const agent = identityKey(organizationId, identityId);
  const ruleLists = [warningRulesKey(organizationId, identityId), warningRulesKey(organizationId, null)] as const;
  const addresses = authors.map((address) => addressKey(organizationId, address));
  const copies = mail.rfcMessageId === null ? [] : [messageCopiesKey(mailbox.id, mail.rfcMessageId)];
  const referenced = ids.map((id) => referenceKey(identityId, id));
  const keys = [guard, ...copies, agent, ...ruleLists, ...addresses, ...referenced, ...mentions.keys];
  const [rows, policy, domains] = await Promise.all([
    getRowsTogether(table, keys, { strong }),
    loadContactPolicy(table, { organizationId, identityId, addresses: authors }),
    knownDomains(table, organizationId, { strong }),
  ]);
  const identity = rows(decodeIdentity, agent) ?? (await findIdentity(table, organizationId, identityId));
  if (identity === undefined) throw new Error('the agent of a mailbox does not exist');
  const [ofIdentity, ofOrganization] = ruleLists.map((key) => rows(decodeWarningRules, key)?.rules ?? []);
  const addressRows = addresses.flatMap((key) => rows(decodeCorrespondents, key) ?? []);
  const references = threadOfReferences(rows, identityId, ids);
  const [thread, vouched] = await Promise.all([
    loadThread(table, mailbox, mail, references.threadId),
    mentions.vouched(table, identity, rows, Date.now()),
  ]);
  return {
    isRepeated: rows(anyRow, guard) !== undefined,
    copies: copies.flatMap((key) => rows(decodeMessageCopies, key) ?? [])[0],
    identity,
    references,
    policy,
    warningRules: { identity: ofIdentity ?? [], organization: ofOrganization ?? [] },
    correspondents: new Correspondents(organizationId, [...domains, ...addressRows]),
    ...thread,
    mentions: rows,
    vouched,
  };
}

async function loadThread(
  table: Table,
  mailbox: Mailbox,
  mail: ParsedMail,
  threadId: string | undefined,
): Promise<Pick<EarlierMail, 'thread' | 'isThreadBySubject' | 'texts'>> {
  const isThreadBySubject = threadId === undefined;
  const thread = isThreadBySubject
    ? await threadBySubject(table, mailbox, mail, Date.now())
    : await namedThread(table, mailbox.identityId, threadId);
  if (thread === undefined) return { thread, isThreadBySubject: false, texts: [] };
  // Without a quotation there is nothing to compare.
  return {
    thread,
    isThreadBySubject,
    texts: mail.quotedSequences.length === 0 ? [] : await findTextMarks(table, thread),
  };
}

async function namedThread(table: Table, identityId: string, threadId: string): Promise<Thread> {
  const thread =
    (await findThread(table, identityId, threadId, { strong: false })) ??
    (await findThread(table, identityId, threadId));
  if (thread === undefined) throw new Error('the thread of a Message-ID does not exist');
  return thread;
}
