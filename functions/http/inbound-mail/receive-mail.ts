import type { z } from 'zod';
import * as routes from '../../../shared/contract/routes/inbound-mail.ts';
import { type receiveMailBody, snsMessageSchema } from '../../../shared/contract/schemas/inbound-mail.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { count, logger, publishMetrics } from '../../../shared/runtime/log.ts';
import {
  type Context,
  reply,
  type SignedBody,
  signedOperation,
  type VerifiedRequest,
} from '../../../shared/runtime/pipeline/operation.ts';
import type { Verdicts } from '../../../shared/services/inbound-mail/ingest.ts';
import { hasAccountHeaders, verifyAccount } from './account-signature.ts';
import { announcedMail } from './announced-mail.ts';
import { fetchText, type HttpGet } from './fetch-text.ts';
import { type Counters, ingestSubmitted, type Stores, type SubmittedMail, ZERO_COUNTS } from './ingest-submitted.ts';
import { type SnsMessage, SnsVerifier } from './sns-verifier.ts';

type ReceiveMail = typeof routes.receiveMail;

/**
 * Who hands mail in: an account feeds its own organization's mailboxes, a topic of the stage all. What a topic says is
 * taken from the fields that its signature covers and from nothing beside them.
 */
type Sender = { kind: 'account'; organizationId: string } | { kind: 'topic'; message: SnsMessage };

/** Nobody but the provider has judged the mail, and the provider does not say how. */
const NOT_JUDGED: Verdicts = { spf: 'none', dkim: 'none', dmarc: 'none', spam: 'none', virus: 'none' };

/**
 * Milliseconds after which no further mail is begun: the answer must be there before API Gateway gives up, and reading
 * the last mail may take a reader's whole budget.
 */
const MAX_WORK_MS = 15_000;

/** The operation over a way to fetch what SNS keeps; tests bring their own. */
export function receiveMailWith(get: HttpGet) {
  const verifier = new SnsVerifier(get);

  async function verifySender(context: Context<ReceiveMail>, sent: SignedBody): Promise<VerifiedRequest<Sender>> {
    try {
      if (hasAccountHeaders(sent)) {
        const { id, organizationId } = await verifyAccount(context, sent);
        return { principal: { kind: 'account', organizationId }, signer: id };
      }
      const message = await verifier.verify(sent.bytes, readEnv('INBOUND_TOPICS').INBOUND_TOPICS, context.now);
      return { principal: { kind: 'topic', message }, signer: message.TopicArn, bodySchema: snsMessageSchema };
    } catch (error) {
      if (error instanceof AppError) {
        count('Mail_forged');
        publishMetrics();
      }
      throw error;
    }
  }

  return signedOperation(routes.receiveMail, verifySender, async ({ table, keyring }, { body }, principal) => {
    try {
      const stores = { table, keyring: await keyring() };
      if (principal.kind === 'account')
        return reply(await takeAll(stores, handedIn(body as Batch), principal.organizationId));
      return reply(await takeAll(stores, await fromTopic(verifier, principal.message), null));
    } finally {
      publishMetrics();
    }
  });
}

export const receiveMail = receiveMailWith(fetchText);

type Batch = z.output<typeof receiveMailBody>;

function handedIn({ messages }: Batch): SubmittedMail[] {
  return messages.map(({ raw_base64: raw, envelope }) => ({
    raw,
    from: envelope.from,
    recipients: envelope.to,
    verdicts: NOT_JUDGED,
  }));
}

async function fromTopic(verifier: SnsVerifier, message: SnsMessage): Promise<SubmittedMail[]> {
  if (message.Type === 'SubscriptionConfirmation') await verifier.confirm(message);
  if (message.Type !== 'Notification') return [];
  const mail = await announcedMail(message.Message);
  return mail === undefined ? [] : [mail];
}

/** In the order they came, so that a mailbox lists them in it. Each mail and mailbox is one commit. */
async function takeAll(
  stores: Stores,
  mails: readonly SubmittedMail[],
  organizationId: string | null,
): Promise<Counters> {
  const total = { ...ZERO_COUNTS };
  const started = performance.now();
  for (const [index, mail] of mails.entries()) {
    if (performance.now() - started > MAX_WORK_MS) {
      logger.error('mail handed in took too long', { taken: index, given: mails.length });
      throw new AppError('internal.error', 'Not all mail could be taken in in time. Send the same again.');
    }
    const counters = await ingestSubmitted(stores, mail, organizationId);
    for (const name of Object.keys(total) as (keyof Counters)[]) {
      total[name] += counters[name];
      if (counters[name] > 0) count(`Mail_${name}`, counters[name]);
    }
  }
  return total;
}
