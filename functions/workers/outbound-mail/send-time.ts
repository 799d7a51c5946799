import { recordSendDay, takeSendingRoom } from '#shared/data/direct-writes/send-day.ts';
import { findDomain, readHolder } from '#shared/data/entities/mail/domain.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { domainOfAddress } from '#shared/domain/mail/address.ts';
import { rampLimit } from '#shared/domain/mail/domain-ramp.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { DAY, timestamp } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';

/**
 * When a queued message may be sent, in milliseconds since the epoch: at once, or at the beginning of the UTC day on
 * which its domain has room for it, if the domain is new. `undefined` if the message is not queued any more. The
 * message counts on that day, once.
 *
 * See: docs/contract/domains.md#new-domains; docs/decisions/0095-new-domains.md.
 */
export async function sendTime(message: Message, now: number): Promise<number | undefined> {
  const { DOMAIN_RAMP: firstDay } = readEnv('DOMAIN_RAMP');
  if (firstDay === undefined) return now;
  if (message.sendsAt !== undefined) return message.sendsAt;
  const domain = domainOfAddress(message.from[0]?.address ?? '');
  const rampFrom = await rampOf(message.organizationId, domain);
  if (rampFrom === undefined || rampLimit(firstDay, rampFrom, now) === undefined) return now;

  const today = Math.floor(now / DAY) * DAY;
  const email = { domain, recipients: allRecipients(message).length };
  const day = await firstDayWithRoom(email, today, (at) => rampLimit(firstDay, rampFrom, at));
  const detail = day > today ? waits(domain, day) : undefined;
  return recordSendDay(getTable(), message, { sendsAt: day, detail, now });
}

/** Takes room for an email on the first day that has some, from `today` on. A day without a limit has room for all. */
async function firstDayWithRoom(
  email: { domain: string; recipients: number },
  today: number,
  limitOf: (day: number) => number | undefined,
): Promise<number> {
  for (let day = today; ; day += DAY) {
    const limit = limitOf(day);
    if (limit === undefined || (await takeSendingRoom(getTable(), { ...email, limit }, day))) return day;
  }
}

/** When the limits of an organization's domain began, if it has any. */
async function rampOf(organizationId: string, name: string): Promise<number | undefined> {
  if (name === readEnv('MAIL_DOMAIN').MAIL_DOMAIN) return undefined;
  const holder = await readHolder(getTable(), name);
  if (holder?.organizationId !== organizationId) return undefined;
  return (await findDomain(getTable(), organizationId, holder.domainId))?.rampFrom;
}

/** Why the message is still queued, as its sender reads it. */
function waits(domain: string, day: number): string {
  return `Waits until ${timestamp(day)}: ${domain} is a new domain, and has no room for it on an earlier day.`;
}
