import {
  AlreadyExistsException,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  SESv2Client,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { clientOptions } from '../../../shared/runtime/client-options.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { isAboutTenant } from '../../../shared/services/outbound-mail/classify-ses-error.ts';
import type { RawMail } from '../../../shared/services/outbound-mail/mail-provider.ts';

/** Tags of a mail. SES repeats them in every notification, so that an outcome finds its message. */
export type MailTags = Readonly<Record<string, string>>;

let client: SESv2Client | undefined;

function getSesClient(): SESv2Client {
  // No retries: if a response is lost, SES may have accepted the mail. The queue retries when that is safe. A lost
  // connection would leave the mail alone until its lease expires, so each mail has its own.
  client ??= new SESv2Client(clientOptions({ maxAttempts: 1, requestMs: TIMEOUT_MS, keepAlive: false }));
  return client;
}

/** A batch of mails shares the worker's two minutes: one call without a response must not use all of them. */
const TIMEOUT_MS = 30_000;

const timeoutSignal = () => AbortSignal.timeout(TIMEOUT_MS);

interface SendOptions {
  tenant?: string;
  signal?: AbortSignal;
}

/** Sends a mail through the stage's SES and returns the id that SES gives it. */
export async function sendViaStageSes(
  mail: RawMail,
  tags: MailTags,
  { tenant, signal = timeoutSignal() }: SendOptions = {},
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
  if (MessageId === undefined) throw new Error('SES returned no message id');
  return MessageId;
}

/**
 * The same on behalf of an organization, with an SES tenant that gives it a reputation of its own. Creates the tenant,
 * or adds a domain to it, when SES reports that it is missing; so the service needs no record of which tenants exist.
 *
 * See: AWS SES developer guide, Tenants.
 */
export async function sendViaTenant(mail: RawMail, tags: MailTags, tenant: string): Promise<string> {
  const signal = timeoutSignal();
  try {
    return await sendViaStageSes(mail, tags, { tenant, signal });
  } catch (error) {
    if (!isAboutTenant(error)) throw error;
    await createTenant(tenant, mail.from, signal);
    return sendViaStageSes(mail, tags, { tenant, signal });
  }
}

async function createTenant(tenant: string, from: string, abortSignal: AbortSignal): Promise<void> {
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

async function ignoreAlreadyExists(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!(error instanceof AlreadyExistsException)) throw error;
  }
}
