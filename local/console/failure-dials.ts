import { z } from 'zod';
import type { EmailService } from '../emulators/email/email-api.ts';
import type { LocalPages } from '../gateway/local-routes.ts';
import { LocalRefusal } from '../gateway/local-routes.ts';
import { ServiceError } from '../http/service-error.ts';
import { type LocalReceivers, RECEIVER_RESPONSES } from './local-receivers.ts';
import { parsedBody } from './parsed-body.ts';

/**
 * What SES returns to every email. The service retries after the first two; a rejection is final.
 *
 * Source: SES API v2 reference, SendEmail (Errors).
 */
const SENDING = {
  normal: undefined,
  throttled: new ServiceError('TooManyRequestsException', 'Maximum sending rate exceeded.', 429),
  paused: new ServiceError('SendingPausedException', 'Email sending is paused for this account.'),
  rejected: new ServiceError('MessageRejected', 'The content of the message was rejected.'),
} as const;

const NAMES = Object.keys(SENDING) as [keyof typeof SENDING];

const dialsSchema = z.strictObject({ sending: z.enum(NAMES) });

const receiverSchema = z.strictObject({
  organization: z.string(),
  response: z.enum(RECEIVER_RESPONSES).optional(),
  secret: z.string().min(1).optional(),
});

/** Pages with which a person makes webhook receivers and the sending of email fail. */
export function failureDials(email: EmailService, receivers: LocalReceivers): Required<Omit<LocalPages, 'home'>> {
  const receiverOf = async (slug: string) => {
    const receiver = await receivers.of(slug);
    if (receiver === undefined) throw new LocalRefusal(`There is no organization ${JSON.stringify(slug)}.`);
    return receiver;
  };
  const dials = () => ({
    sending: NAMES.find((name) => SENDING[name] === email.refusal) ?? email.refusal?.type,
    receivers: receivers.failing(),
  });
  return {
    serve: receivers.serve,
    routes: {
      '/_local/dials': dials,
      '/_local/receiver': (query) => receiverOf(query.get('organization') ?? ''),
    },
    actions: {
      '/_local/dials': (body) => {
        email.refusal = SENDING[parsedBody(dialsSchema, body).sending];
        return dials();
      },
      '/_local/receiver': async (body) => {
        const { organization, ...changes } = parsedBody(receiverSchema, body);
        return Object.assign(await receiverOf(organization), changes);
      },
    },
  };
}
