import { z } from 'zod';
import { LocalRefusal } from '../gateway/local-routes.ts';
import type { InboundMail } from '../mail/inbound-mail.ts';
import type { Mailboxes } from '../mail/mailboxes.ts';
import { parsedBody } from './parsed-body.ts';

/**
 * What the checks of the receiving server find. `spoofed`: the email claims an address and fails its checks.
 *
 * See: docs/contract/local-profile.md#inbound-smtp.
 */
const VERDICTS = {
  unverified: '',
  verified: 'spf=pass dkim=pass dmarc=pass',
  spoofed: 'spf=fail dkim=fail dmarc=fail',
  spam: 'spam=fail',
  virus: 'virus=fail',
} as const;

const mailSchema = z.object({
  to: z.string().min(1),
  from: z.string().min(1),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  kind: z.enum(Object.keys(VERDICTS) as [keyof typeof VERDICTS]),
});

/** Makes an email arrive as if it had been sent by SMTP, with the verdicts of its kind. */
export async function arriveMail(body: unknown, inbound: InboundMail, mailboxes: Mailboxes): Promise<{ id: string }> {
  const { kind, ...mail } = parsedBody(mailSchema, body);
  if (!inbound.hosts(mail.to) || !(await mailboxes.has(mail.to))) {
    throw new LocalRefusal(`There is no mailbox ${JSON.stringify(mail.to)} here.`);
  }
  // Loaded on demand: a stack without visitors does not need it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const verdicts: string = VERDICTS[kind];
  const headers = verdicts === '' ? {} : { 'x-local-verdicts': verdicts };
  const composed = new MailComposer({ ...mail, headers }).compile();
  const { from: sender } = composed.getEnvelope();
  const id = await inbound.accept({
    sender: sender === false ? '' : sender,
    recipients: [mail.to],
    raw: await composed.build(),
    host: 'console',
    address: '127.0.0.1',
  });
  return { id };
}
