import {
  AlreadyExistsException,
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  type DkimAttributes,
  GetEmailIdentityCommand,
  NotFoundException,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { DkimKeys } from '../../domain/mail/dns-records.ts';
import type { CheckResult } from '../../domain/mail/domain-proof.ts';
import { readEnv } from '../../runtime/env.ts';

/** A domain as SES knows it: once an account, whoever of our organizations asked for it. */
export interface SesIdentity {
  /** Whether SES has found the DKIM records. */
  dkim: CheckResult;
  keys: DkimKeys | null;
  mailFrom: string | null;
  /** Made by this stage, and not by somebody else who uses the account. */
  ours: boolean;
}

/** Marks the identities that this stage has made: no other is ever taken away. */
const STAGE_TAG = 'aid:stage';

/** The zone where no other is named. Source: SES developer guide, Easy DKIM. */
const USUAL_ZONE = 'dkim.amazonses.com';

/** A request waits for the answer, and SES answers in a fraction of that or not at all. */
const TIMEOUT_MS = 3000;

let client: SESv2Client | undefined;

function getSesClient(): SESv2Client {
  client ??= new SESv2Client({ maxAttempts: 2 });
  return client;
}

const timeoutSignal = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });

/** The identity, or null when SES has none. */
export async function readSesIdentity(domain: string): Promise<SesIdentity | null> {
  try {
    const found = await getSesClient().send(new GetEmailIdentityCommand({ EmailIdentity: domain }), timeoutSignal());
    const { STAGE } = readEnv('STAGE');
    return {
      ...signingOf(found.DkimAttributes),
      mailFrom: found.MailFromAttributes?.MailFromDomain ?? null,
      ours: (found.Tags ?? []).some(({ Key, Value }) => Key === STAGE_TAG && Value === STAGE),
    };
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

/** Makes the identity with Easy DKIM, unless it is there, and answers it. */
export async function ensureSesIdentity(domain: string): Promise<SesIdentity> {
  const Tags = [{ Key: STAGE_TAG, Value: readEnv('STAGE').STAGE }];
  try {
    const made = await getSesClient().send(
      new CreateEmailIdentityCommand({ EmailIdentity: domain, Tags }),
      timeoutSignal(),
    );
    return { ...signingOf(made.DkimAttributes), mailFrom: null, ours: true };
  } catch (error) {
    if (!(error instanceof AlreadyExistsException)) throw error;
    const existing = await readSesIdentity(domain);
    if (existing === null) throw new Error('an email identity that is there and is not');
    return existing;
  }
}

/** Bounces come back to `mailFrom`; while its records are missing, to SES's own domain. */
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

/** Takes the identity away, should it be there. */
export async function deleteSesIdentity(domain: string): Promise<void> {
  try {
    await getSesClient().send(new DeleteEmailIdentityCommand({ EmailIdentity: domain }), timeoutSignal());
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
  }
}

/** A temporary failure is SES's own: it has seen the records before and looks again. */
function signingOf(dkim: DkimAttributes | undefined): Pick<SesIdentity, 'dkim' | 'keys'> {
  const status = dkim?.Status;
  const tokens = dkim?.Tokens ?? [];
  return {
    dkim: status === 'SUCCESS' ? 'found' : status === 'TEMPORARY_FAILURE' ? 'unknown' : 'absent',
    keys: tokens.length === 0 ? null : { tokens, zone: dkim?.SigningHostedZone ?? USUAL_ZONE },
  };
}
