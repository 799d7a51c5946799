import { isMailAddress, type MailAddress, mailboxAddressOf, withAsciiDomain } from './address.ts';
import { MAX_REFERENCES, MAX_SUBJECT_CHARACTERS } from './mail-limits.ts';

/** Who a message goes to. */
export interface Recipients {
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
}

/** Everybody a message goes to. */
export function allRecipients({ to, cc, bcc }: Recipients): MailAddress[] {
  return [...to, ...cc, ...bcc];
}

/** What a reply needs to know of the message it answers. */
export interface Answered {
  direction: 'inbound' | 'outbound';
  from: readonly MailAddress[];
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  replyTo: readonly MailAddress[];
  subject: string;
  rfcMessageId: string | null;
  references?: readonly string[];
}

/**
 * Adds to the named recipients those that an answer implies. Without a `to` it goes to whoever wrote the message (or
 * to whom one's own message went); `replyAll` adds everybody else it names, as copies. Oneself is never among them,
 * unless the message was a note to oneself.
 *
 * See: RFC 5322, section 3.6.3; docs/contract/mail.md#sending-mail.
 */
export function replyRecipients(
  named: Recipients,
  answered: Answered,
  options: { replyAll: boolean; own: readonly string[] },
): Recipients {
  const own = new Set(options.own.map(mailboxAddressOf));
  const writers = answered.replyTo.length > 0 ? answered.replyTo : answered.from;
  const primary = (answered.direction === 'inbound' ? writers : answered.to).flatMap(deliverable);
  const notOwn = ({ address }: MailAddress) => !own.has(mailboxAddressOf(address));
  const implied = primary.some(notOwn) ? primary.filter(notOwn) : primary;
  const to = named.to.length > 0 ? named.to : implied;
  if (!options.replyAll) return { ...named, to };
  const others = [...primary, ...[...answered.to, ...answered.cc].flatMap(deliverable)].filter(notOwn);
  // Whoever was named stays where they were named: a blind copy must not turn up among the open ones.
  const known = new Set(allRecipients({ ...named, to }).map(({ address }) => address.toLowerCase()));
  return {
    to,
    cc: [...named.cc, ...others.filter(({ address }) => !known.has(address.toLowerCase()))],
    bcc: named.bcc,
  };
}

/** Each address once, where it is most open: `to`, then `cc`, then `bcc`. */
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

/** Addresses of a stranger's mail can be anything; an answer goes only to what can be written to. */
function deliverable({ address, name }: MailAddress): MailAddress[] {
  const ascii = withAsciiDomain(address);
  return isMailAddress(ascii) ? [{ address: ascii, name }] : [];
}

/** `Re: ` before a subject, once. See: RFC 5322, section 3.6.5. */
export function replySubject(subject: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
  const line = subject.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  const reply = /^re:/i.test(line) ? line : `Re: ${line}`;
  return reply.slice(0, MAX_SUBJECT_CHARACTERS).toWellFormed();
}

/** The conversation before an answer, oldest first. See: RFC 5322, section 3.6.4. */
export function replyReferences({ references = [], rfcMessageId }: Answered): string[] {
  const all =
    rfcMessageId === null ? [...references] : [...references.filter((id) => id !== rfcMessageId), rfcMessageId];
  if (all.length <= MAX_REFERENCES) return all;
  return [all[0] as string, ...all.slice(1 - MAX_REFERENCES)];
}
