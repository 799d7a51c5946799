import {
  AlreadyExistsException,
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  type DkimAttributes,
  GetEmailIdentityCommand,
  NotFoundException,
  PutEmailIdentityFeedbackAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { DkimKeys } from '#shared/domain/mail/dns-records.ts';
import type { CheckResult } from '#shared/domain/mail/domain-proof.ts';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';

/** A domain in SES. There is one per AWS account, shared by all organizations that claim the domain. */
export interface SesIdentity {
  /** Whether SES has found the DKIM records. */
  dkim: CheckResult;
  keys: DkimKeys | null;
  mailFrom: string | null;
  /** Whether SES sends each bounce and complaint to the sender by email, too. SES begins with that. */
  forwardsFeedback: boolean;
  /** Whether this stage has created it, and not another user of the AWS account. */
  ours: boolean;
}

/** Marks the identities that this stage has created. It deletes no others. */
export const STAGE_TAG = 'aid:stage';

/** The zone of DKIM keys if SES names no other. See: AWS SES, Easy DKIM. */
const DEFAULT_ZONE = 'dkim.amazonses.com';

/** An HTTP request waits for the result. SES usually responds in a fraction of this time. */
const TIMEOUT_MS = 3000;

let client: SESv2Client | undefined;

function getSesClient(): SESv2Client {
  client ??= new SESv2Client(clientOptions({ maxAttempts: 2 }));
  return client;
}

const timeoutSignal = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });

/** The identity, or `null` if SES has none. */
export async function readSesIdentity(domain: string): Promise<SesIdentity | null> {
  try {
    const identity = await getSesClient().send(new GetEmailIdentityCommand({ EmailIdentity: domain }), timeoutSignal());
    const { STAGE } = readEnv('STAGE');
    return {
      ...signingOf(identity.DkimAttributes),
      mailFrom: identity.MailFromAttributes?.MailFromDomain ?? null,
      forwardsFeedback: identity.FeedbackForwardingStatus ?? true,
      ours: (identity.Tags ?? []).some(({ Key, Value }) => Key === STAGE_TAG && Value === STAGE),
    };
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

/** Creates the identity with Easy DKIM if it does not exist. Returns it. */
export async function ensureSesIdentity(domain: string): Promise<SesIdentity> {
  const Tags = [{ Key: STAGE_TAG, Value: readEnv('STAGE').STAGE }];
  try {
    const created = await getSesClient().send(
      new CreateEmailIdentityCommand({ EmailIdentity: domain, Tags }),
      timeoutSignal(),
    );
    return { ...signingOf(created.DkimAttributes), mailFrom: null, forwardsFeedback: true, ours: true };
  } catch (error) {
    if (!(error instanceof AlreadyExistsException)) throw error;
    const existing = await readSesIdentity(domain);
    if (existing === null) throw new Error('SES reports that an email identity exists and that it does not');
    return existing;
  }
}

/** Sets the domain that receives bounces. SES uses its own domain while the DNS records of `mailFrom` are missing. */
export async function setMailFrom(domain: string, mailFrom: string): Promise<void> {
  await getSesClient().send(
    new PutEmailIdentityMailFromAttributesCommand({
      EmailIdentity: domain,
      MailFromDomain: mailFrom,
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    }),
    timeoutSignal(),
  );
}

/** Ends the emails about bounces and complaints: the events of the configuration sets report them. */
export async function endFeedbackForwarding(domain: string): Promise<void> {
  await getSesClient().send(
    new PutEmailIdentityFeedbackAttributesCommand({ EmailIdentity: domain, EmailForwardingEnabled: false }),
    timeoutSignal(),
  );
}

/** Deletes the identity, if it exists. */
export async function deleteSesIdentity(domain: string): Promise<void> {
  try {
    await getSesClient().send(new DeleteEmailIdentityCommand({ EmailIdentity: domain }), timeoutSignal());
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
  }
}

/** The DKIM state. In a temporary failure, SES has found the records before and will check again. */
function signingOf(dkim: DkimAttributes | undefined): Pick<SesIdentity, 'dkim' | 'keys'> {
  const status = dkim?.Status;
  const tokens = dkim?.Tokens ?? [];
  return {
    dkim: status === 'SUCCESS' ? 'found' : status === 'TEMPORARY_FAILURE' ? 'unknown' : 'absent',
    keys: tokens.length === 0 ? null : { tokens, zone: dkim?.SigningHostedZone ?? DEFAULT_ZONE },
  };
}
