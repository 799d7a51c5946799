import type { ContentWarning } from '../safe-reading/content-warning.ts';
import { domainOfAddress, type MailAddress } from './address.ts';

const ADDRESS_IN_NAME = /[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,255}\.[^\s<>()[\]\\,;:"@.]{2,63}/u;

/** What is odd about the authors of an email and where it wants replies to go. */
export function headerWarnings(mail: {
  readonly from: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
}): ContentWarning[] {
  const warnings: ContentWarning[] = [];
  const domains = new Set(mail.from.map(({ address }) => domainOfAddress(address)));
  if (mail.replyTo.some(({ address }) => !domains.has(domainOfAddress(address)))) warnings.push('reply_to_differs');
  if (mail.from.some(nameIsOtherAddress)) warnings.push('name_is_address');
  if (mail.from.length > 1) warnings.push('several_authors');
  return warnings;
}

function nameIsOtherAddress({ address, name }: MailAddress): boolean {
  const named = ADDRESS_IN_NAME.exec((name ?? '').normalize('NFKC'))?.[0];
  return named !== undefined && named.toLowerCase() !== address.toLowerCase();
}
