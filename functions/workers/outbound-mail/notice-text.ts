import type { EndpointNotice } from '#shared/data/entities/log/outbox.ts';
import type { DisabledByService } from '#shared/domain/delivery/failing-period.ts';
import { linkFreeName } from '#shared/domain/mail/link-free-name.ts';
import type { MailText } from './service-mail.ts';

const REASONS: Record<DisabledByService, (notice: EndpointNotice) => string> = {
  gone: () => 'because its receiver responded with 410, which means that it is gone',
  failing: ({ days }) =>
    `because every attempt to deliver to it has failed for ${days === 1 ? 'a day' : `${days} days`}`,
};

/** The text of a notice: like the emails with codes, without anything that a mail program turns into a link. */
export function noticeText(notice: EndpointNotice): MailText {
  const { organizationName, webhookId, reason } = notice;
  return {
    subject: 'A webhook endpoint was disabled',
    opening: `the webhook endpoint ${webhookId} of ${linkFreeName(organizationName)} was disabled, ${REASONS[reason](notice)}. It receives no more events.`,
    code: null,
    closing:
      'When its receiver works again, enable the endpoint and replay the events that it missed. If you no longer need it, you can ignore this email.',
  };
}
