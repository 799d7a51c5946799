import type { Direction } from '../contact/access-rule.ts';
import {
  domainOfAddress,
  isMailAddress,
  type MailAddress,
  mailboxAddressOf,
  needsSmtpUtf8,
  withAsciiDomain,
} from './address.ts';
import { MAX_REFERENCES, MAX_SUBJECT_CHARACTERS } from './mail-limits.ts';

/** The recipients of a message. */
export interface Recipients {
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
}

/** All recipients of a message. */
export function allRecipients({ to, cc, bcc }: Recipients): MailAddress[] {
  return [...to, ...cc, ...bcc];
}

/** What a reply needs of the original message. */
export interface OriginalMessage {
  direction: Direction;
  from: readonly MailAddress[];
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  replyTo: readonly MailAddress[];
  auth: { readonly senderVerified: boolean };
  subject: string;
  rfcMessageId: string | null;
  references?: readonly string[];
}

/**
 * Adds the recipients that a reply implies to the named ones. Without a `to`, the reply goes to the author of the
 * original message, or to its recipients if the identity sent it. `replyAll` adds all other addresses of the original
 * as copies. The identity's own addresses are not added, unless the original was a note to itself.
 *
 * See: RFC 5322, section 3.6.3; docs/contract/mail.md#sending-mail.
 */
export function replyRecipients(
  named: Recipients,
  original: OriginalMessage,
  options: { replyAll: boolean; own: readonly string[] },
): Recipients {
  const own = new Set(options.own.map(mailboxAddressOf));
  const writers = original.replyTo.length > 0 ? original.replyTo : original.from;
  const primary = (original.direction === 'inbound' ? writers : original.to).flatMap(deliverable);
  const notOwn = ({ address }: MailAddress) => !own.has(mailboxAddressOf(address));
  const implied = primary.some(notOwn) ? primary.filter(notOwn) : primary;
  const to = named.to.length > 0 ? named.to : implied;
  if (!options.replyAll) return { ...named, to };
  const others = [...primary, ...[...original.to, ...original.cc].flatMap(deliverable)].filter(notOwn);
  // Named recipients stay in their field: a blind copy must not become visible.
  const known = new Set(allRecipients({ ...named, to }).map(({ address }) => address.toLowerCase()));
  return {
    to,
    cc: [...named.cc, ...others.filter(({ address }) => !known.has(address.toLowerCase()))],
    bcc: named.bcc,
  };
}

/**
 * The address to which an unverified sender redirects a reply: one that the caller has not named, in a domain of none
 * of the authors. `undefined` if there is none.
 *
 * See: docs/contract/mail.md#sending-mail.
 */
export function redirectedReply(
  recipients: Recipients,
  named: Recipients,
  { direction, auth, from, replyTo }: OriginalMessage,
): string | undefined {
  if (direction === 'outbound' || auth.senderVerified) return undefined;
  const known = new Set(allRecipients(named).map(({ address }) => address.toLowerCase()));
  const domains = new Set(from.map(({ address }) => domainOfAddress(address)));
  const redirected = new Set(
    replyTo
      .filter(({ address }) => !domains.has(domainOfAddress(address)))
      .map(({ address }) => mailboxAddressOf(address)),
  );
  return allRecipients(recipients).find(
    ({ address }) => !known.has(address.toLowerCase()) && redirected.has(mailboxAddressOf(address)),
  )?.address;
}

/** The field of a request that implies a recipient that no provider reaches, and the address. */
export interface UnreachableRecipient {
  readonly field: 'to' | 'reply_all';
  readonly address: string;
}

/**
 * A recipient that a reply implies and that only SMTPUTF8 reaches; `undefined` if there is none. To leave the address
 * out would look as if its person got the reply.
 */
export function unreachableRecipient(
  named: Recipients,
  { direction, from, to, cc, replyTo }: OriginalMessage,
  replyAll: boolean,
): UnreachableRecipient | undefined {
  const writers = replyTo.length > 0 ? replyTo : from;
  const primary = direction === 'inbound' ? writers : to;
  const found = (list: readonly MailAddress[]) => list.find(({ address }) => needsSmtpUtf8(address))?.address;
  const first = named.to.length === 0 ? found(primary) : undefined;
  if (first !== undefined) return { field: 'to', address: first };
  const other = replyAll ? found([...primary, ...to, ...cc]) : undefined;
  return other === undefined ? undefined : { field: 'reply_all', address: other };
}

/** Removes duplicate addresses. An address stays in the most visible field: `to`, then `cc`, then `bcc`. */
export function dedupeRecipients({ to, cc, bcc }: Recipients): Recipients {
  const seen = new Set<string>();
  const fresh = (list: readonly MailAddress[]) =>
    list.filter(({ address }) => {
      const key = address.toLowerCase();
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  return { to: fresh(to), cc: fresh(cc), bcc: fresh(bcc) };
}

/** An address of a received mail can be any text; a reply goes only to valid addresses. */
function deliverable({ address, name }: MailAddress): MailAddress[] {
  const ascii = withAsciiDomain(address);
  return isMailAddress(ascii) ? [{ address: ascii, name }] : [];
}

/** `Re: ` before a subject, once. See: RFC 5322, section 3.6.5. */
export function replySubject(subject: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const line = subject.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const reply = /^re:/i.test(line) ? line : `Re: ${line}`;
  return reply.slice(0, MAX_SUBJECT_CHARACTERS).toWellFormed();
}

/** The ids of the conversation before a reply, oldest first. See: RFC 5322, section 3.6.4. */
export function replyReferences({ references = [], rfcMessageId }: OriginalMessage): string[] {
  const all =
    rfcMessageId === null ? [...references] : [...references.filter((id) => id !== rfcMessageId), rfcMessageId];
  if (all.length <= MAX_REFERENCES) return all;
  return [all[0] as string, ...all.slice(1 - MAX_REFERENCES)];
}
