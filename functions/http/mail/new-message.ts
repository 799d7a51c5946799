import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import type { OutgoingFiles } from '#shared/services/outgoing-mail/outgoing-files.ts';
import type { Draft } from './draft.ts';
import type { Hold } from './hold-message.ts';
import type { SenderMailbox } from './sender-mailbox.ts';

interface Parts {
  identity: Identity;
  mailbox: SenderMailbox;
  draft: Draft;
  files: OutgoingFiles;
  /** How it is held, if it waits for a person. */
  hold: Hold | undefined;
  /** Whether a person, or a program with a key of the organization, sends it. */
  isByPerson: boolean;
  /** The thread that the message continues. Without it, the message starts a new one. */
  threadId: string | undefined;
  at: number;
}

/** The author of what is sent from a mailbox. */
export function senderOf(identity: Identity, { address }: SenderMailbox): MailAddress {
  return { address, name: identity.displayName };
}

/** Creates a queued message, or one that is held. */
export function newMessage({
  identity,
  mailbox,
  draft,
  files,
  hold,
  isByPerson,
  threadId,
  at,
}: Parts): Message & { rfcMessageId: string } {
  const id = makeId('message', at, randomPart());
  const { addresses: _, ...header } = draft;
  return {
    id,
    organizationId: identity.organizationId,
    identityId: identity.id,
    mailboxId: mailbox.id,
    threadId: threadId ?? makeId('thread', at, randomPart()),
    direction: 'outbound',
    status: hold === undefined ? 'queued' : 'held',
    folder: 'sent',
    ...(isByPerson && { isByPerson }),
    from: [senderOf(identity, mailbox)],
    ...header,
    // Our Message-ID. An SMTP server keeps it, SES replaces it.
    rfcMessageId: `<${id}@${mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)}>`,
    snippet: files.snippet,
    attachments: (hold ?? files).attachments.map((attachment) => ({
      id: makeId('attachment', at, randomPart()),
      ...attachment,
    })),
    auth: { spf: 'none', dkim: 'none', dmarc: 'none', spam: 'none', virus: 'none', senderVerified: true },
    isRead: true,
    detail: null,
    contentKey: files.contentKey,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}
