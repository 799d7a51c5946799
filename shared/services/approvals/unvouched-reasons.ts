import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import { linkTargets, type SentText, withoutQuotations } from '#shared/domain/vouching/link-hosts.ts';
import type { Bodies, OutgoingContent } from '../outgoing-mail/outgoing-files.ts';
import { unvouchedIn } from '../vouching/unvouched-in.ts';

/** What of an email names addresses and hosts. */
export interface NamingMail {
  /** Its recipients, and where replies go. */
  readonly addresses: readonly string[];
  readonly subject: string;
  readonly content: Pick<OutgoingContent, 'text' | 'html' | 'written' | 'headers'>;
  /** The message that it answers or forwards. */
  readonly related: Message | undefined;
}

/** The names of one email that are looked up: each costs a read. An email with more is held for the rest. */
const MAX_NAMES = 300;

/**
 * The recipients and the hosts of links of an email that only strangers' text vouches for. An address after `mailto:`
 * and one in Reply-To count as recipients.
 *
 * See: docs/contract/vouching.md.
 */
export async function unvouchedReasons(
  table: Table,
  identity: Identity,
  { addresses, subject, content, related }: NamingMail,
): Promise<HoldReason[]> {
  // The subject of a reply is that of the other message, which its author chose.
  const ownSubject = related === undefined ? subject : subject.replace(related.subject, '');
  const written = linkTargets([
    { text: ownSubject },
    ...Object.values(content.headers ?? {}).map((text) => ({ text })),
    ...textsOf(content.written).map(withoutQuotations),
  ]);
  const own = new Set(written.hosts);
  const whole = linkTargets(textsOf(content));
  const quotedHosts = whole.hosts.filter((host) => !own.has(host));
  const reached = [...new Set([...addresses, ...written.addresses, ...whole.addresses])];
  const beyond = [...written.hosts, ...quotedHosts][MAX_NAMES];
  const found = await unvouchedIn(table, identity, {
    addresses: reached.slice(0, MAX_NAMES),
    hosts: written.hosts.slice(0, MAX_NAMES),
    quotedHosts: quotedHosts.slice(0, Math.max(0, MAX_NAMES - written.hosts.length)),
    related,
  });
  return [
    ...found.map(({ source, ...name }) => ({
      code: 'unvouched' as const,
      ...name,
      source: `${source.place} of ${source.messageId}`,
    })),
    ...(beyond === undefined
      ? []
      : [{ code: 'unvouched' as const, host: beyond, source: `one of over ${MAX_NAMES} hosts` }]),
  ];
}

function textsOf({ text, html }: Bodies): SentText[] {
  return [...(text === undefined ? [] : [{ text }]), ...(html === undefined ? [] : [{ text: html, isHtml: true }])];
}
