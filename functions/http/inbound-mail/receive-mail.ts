import type { z } from 'zod';
import * as routes from '#shared/contract/routes/inbound-mail.ts';
import { receiveMailBody, snsMessageSchema } from '#shared/contract/schemas/inbound-mail.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { count, logger, publishMetrics } from '#shared/runtime/log.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { reply, signedOperation, type VerifiedRequest, verifiedRequest } from '#shared/runtime/pipeline/operation.ts';
import type { SignedBody } from '#shared/runtime/pipeline/protocol-messages.ts';
import type { Verdicts } from '#shared/services/inbound-mail/inbound-delivery.ts';
import { hasAccountHeaders, verifyAccount } from './account-signature.ts';
import { announcedMail } from './announced-mail.ts';
import { fetchText, type HttpGet } from './fetch-text.ts';
import { type Counters, ingestSubmitted, type SubmittedMail, ZERO_COUNTS } from './ingest-submitted.ts';
import { type SnsMessage, SnsVerifier } from './sns-verifier.ts';

/**
 * The verdicts of mail from a provider account: the provider may have checked the mail, but does not report results.
 */
const NO_VERDICTS: Verdicts = { spf: 'none', dkim: 'none', dmarc: 'none', spam: 'none', virus: 'none' };

/**
 * Milliseconds after which the operation starts no further mail. It must respond before API Gateway times out, and the
 * last mail may take the whole budget of a reader. If the machine is too slow for that, the request fails.
 */
const MAX_WORK_MS = 15_000;

/** The operation with a function that fetches from SNS; tests pass their own. */
export function receiveMailWith(get: HttpGet) {
  const verifier = new SnsVerifier(get);
  return signedOperation(routes.receiveMail, async (context, sent) => {
    try {
      return await (hasAccountHeaders(sent) ? fromAccount(context, sent) : fromTopic(context, sent, verifier));
    } catch (error) {
      if (error instanceof AppError) {
        count('Mail_forged');
        publishMetrics();
      }
      throw error;
    }
  });
}

export const receiveMail = receiveMailWith(fetchText);

/** A batch signed by a provider account. The account submits mail to the mailboxes of its organization only. */
async function fromAccount(context: RequestContext, sent: SignedBody): Promise<VerifiedRequest<Counters>> {
  const { id, organizationId } = await verifyAccount(context, sent);
  return verifiedRequest({
    signer: id,
    bodySchema: receiveMailBody,
    run: async (batch) => reply(await ingestAll(context, submittedMails(batch), organizationId)),
  });
}

/**
 * A message of a topic of the stage. The topic submits mail to all mailboxes. Only fields with a signature are used.
 */
async function fromTopic(
  context: RequestContext,
  sent: SignedBody,
  verifier: SnsVerifier,
): Promise<VerifiedRequest<Counters>> {
  const message = await verifier.verify(sent.bytes, readEnv('INBOUND_TOPICS').INBOUND_TOPICS, context.now);
  return verifiedRequest({
    signer: message.TopicArn,
    bodySchema: snsMessageSchema,
    run: async () => reply(await ingestAll(context, await topicMails(verifier, message), null)),
  });
}

function submittedMails({ messages }: z.output<typeof receiveMailBody>): SubmittedMail[] {
  return messages.map(({ raw_base64: raw, envelope }) => ({
    raw,
    from: envelope.from,
    recipients: envelope.to,
    verdicts: NO_VERDICTS,
  }));
}

/** The mail that a message announces, if any. Confirms the subscription if the message asks for that. */
async function topicMails(verifier: SnsVerifier, message: SnsMessage): Promise<SubmittedMail[]> {
  if (message.Type === 'SubscriptionConfirmation') await verifier.confirm(message);
  if (message.Type !== 'Notification') return [];
  const mail = await announcedMail(message.Message);
  return mail === undefined ? [] : [mail];
}

/** Ingests emails in their order, so that mailboxes list them in it. Each email and mailbox is one commit. */
async function ingestAll(
  { table, keyring: loadKeyring }: RequestContext,
  mails: readonly SubmittedMail[],
  organizationId: string | null,
): Promise<Counters> {
  const stores = { table, keyring: await loadKeyring() };
  const total = { ...ZERO_COUNTS };
  const started = performance.now();
  try {
    for (const [index, mail] of mails.entries()) {
      if (performance.now() - started > MAX_WORK_MS) {
        logger.error('submitted mail took too long', { ingested: index, submitted: mails.length });
        throw new AppError('internal.error', 'Not all mail could be ingested in time. Send the same request again.');
      }
      const counters = await ingestSubmitted(stores, mail, organizationId);
      for (const name of Object.keys(total) as (keyof Counters)[]) total[name] += counters[name];
    }
    return total;
  } finally {
    publishMetrics();
  }
}
