import {
  AlreadyExistsException,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  SESv2Client,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { readEnv } from '../../../shared/runtime/env.ts';
import { isAboutTenant } from '../../../shared/services/outbound-mail/classify-ses-error.ts';
import type { RawMail } from '../../../shared/services/outbound-mail/mail-provider.ts';

/** Name and value of what SES repeats in every notice about a mail: how an outcome finds its message. */
export type MailTags = Readonly<Record<string, string>>;

let client: SESv2Client | undefined;

function getSesClient(): SESv2Client {
  // One try: whether SES took a mail whose answer was lost cannot be known, and the queue tries again anyway.
  client ??= new SESv2Client({ maxAttempts: 1 });
  return client;
}

/** A batch of mails shares the worker's two minutes: one call without an answer must not cost the others theirs. */
const SENDING_MS = 30_000;

const timeoutSignal = () => AbortSignal.timeout(SENDING_MS);

interface Sending {
  tenant?: string;
  signal?: AbortSignal;
}

/** Hands a mail to the stage's own SES and answers the id SES gives it. */
export async function sendViaStageSes(
  mail: RawMail,
  tags: MailTags,
  { tenant, signal = timeoutSignal() }: Sending = {},
): Promise<string> {
  const { MessageId } = await getSesClient().send(
    new SendEmailCommand({
      FromEmailAddress: mail.from,
      Destination: { ToAddresses: mail.to },
      Content: { Raw: { Data: mail.raw } },
      ConfigurationSetName: readEnv('CONFIGURATION_SET').CONFIGURATION_SET,
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      TenantName: tenant,
    }),
    { abortSignal: signal },
  );
  if (MessageId === undefined) throw new Error('SES answered without an id');
  return MessageId;
}

/**
 * The same on behalf of an organization, whose reputation is its own: one SES tenant each. The tenant is made when SES
 * says that it misses it, or a domain of it, so that nobody has to remember which organizations have which.
 *
 * See: AWS SES developer guide, Tenants.
 */
export async function sendViaTenant(mail: RawMail, tags: MailTags, tenant: string): Promise<string> {
  const signal = timeoutSignal();
  try {
    return await sendViaStageSes(mail, tags, { tenant, signal });
  } catch (error) {
    if (!isAboutTenant(error)) throw error;
    await makeTenant(tenant, mail.from, signal);
    return sendViaStageSes(mail, tags, { tenant, signal });
  }
}

async function makeTenant(tenant: string, from: string, abortSignal: AbortSignal): Promise<void> {
  const { CONFIGURATION_SET, SES_ARN_PREFIX } = readEnv('CONFIGURATION_SET', 'SES_ARN_PREFIX');
  await ignoreAlreadyExists(() =>
    getSesClient().send(new CreateTenantCommand({ TenantName: tenant }), { abortSignal }),
  );
  const domain = from.slice(from.lastIndexOf('@') + 1);
  for (const resource of [`identity/${domain}`, `configuration-set/${CONFIGURATION_SET}`]) {
    const ResourceArn = `${SES_ARN_PREFIX}:${resource}`;
    await ignoreAlreadyExists(() =>
      getSesClient().send(new CreateTenantResourceAssociationCommand({ TenantName: tenant, ResourceArn }), {
        abortSignal,
      }),
    );
  }
}

async function ignoreAlreadyExists(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!(error instanceof AlreadyExistsException)) throw error;
  }
}
