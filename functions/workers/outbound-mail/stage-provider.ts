import {
  AlreadyExistsException,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  SESv2Client,
  SendEmailCommand,
  type SuppressionListReason,
} from '@aws-sdk/client-sesv2';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { isAboutTenant } from '#shared/services/outbound-mail/classify-ses-error.ts';
import type { RawMail } from '#shared/services/outbound-mail/mail-provider.ts';

/** Tags of an email. SES repeats them in every notification, so that an outcome finds its message. */
export type MailTags = Readonly<Record<string, string>>;

let client: SESv2Client | undefined;

function getSesClient(): SESv2Client {
  // No retries: if a response is lost, SES may have accepted the mail. The queue retries when that is safe. A lost
  // connection would leave the mail alone until its lease expires, so each email has its own.
  client ??= new SESv2Client(clientOptions({ maxAttempts: 1, requestMs: TIMEOUT_MS, keepAlive: false }));
  return client;
}

/** A batch of emails shares the worker's two minutes: one call without a response must not use all of them. */
const TIMEOUT_MS = 30_000;

/** On behalf of whom the stage's SES sends an email. */
interface Sender {
  /**
   * The name of the SES tenant, which has a reputation and a suppression list of its own; `undefined` in a stage that
   * sends without tenants.
   */
  readonly tenant: string | undefined;
  readonly configurationSet: string;
  /** What makes SES suppress a recipient of the tenant. Without a reason it neither asks nor fills a list. */
  readonly suppressedReasons: SuppressionListReason[];
}

/** An organization: what bounces from its recipients, or is reported by them, suppresses them for it alone. */
export function organizationSender(organizationId: string): Sender {
  const { CONFIGURATION_SET } = readEnv('CONFIGURATION_SET');
  return {
    tenant: tenantOf(organizationId),
    configurationSet: CONFIGURATION_SET,
    suppressedReasons: ['BOUNCE', 'COMPLAINT'],
  };
}

/**
 * The stage itself, for codes and notices: nothing suppresses a person who wants to log in. The tenant is named like
 * its configuration set.
 */
export function serviceSender(): Sender {
  const { CODE_CONFIGURATION_SET } = readEnv('CODE_CONFIGURATION_SET');
  const tenant = tenantOf(CODE_CONFIGURATION_SET);
  return { tenant, configurationSet: CODE_CONFIGURATION_SET, suppressedReasons: [] };
}

function tenantOf(name: string): string | undefined {
  return readEnv('SES_TENANTS').SES_TENANTS === 'false' ? undefined : name;
}

/**
 * Sends an email through the stage's SES and returns the id that SES gives it. Creates the sender's tenant, or adds a
 * domain to it, when SES reports that it is missing; so the service needs no record of which tenants exist.
 *
 * See: AWS SES developer guide, Tenants; docs/decisions/0012-mail.md#suppression.
 */
export async function sendViaStageSes(mail: RawMail, tags: MailTags, sender: Sender): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await send(mail, tags, sender, signal);
  } catch (error) {
    if (sender.tenant === undefined || !isAboutTenant(error)) throw error;
    await createTenant(sender, mail.from, signal);
    return send(mail, tags, sender, signal);
  }
}

async function send(mail: RawMail, tags: MailTags, sender: Sender, abortSignal: AbortSignal): Promise<string> {
  const { MessageId } = await getSesClient().send(
    new SendEmailCommand({
      FromEmailAddress: mail.from,
      Destination: { ToAddresses: mail.to },
      Content: { Raw: { Data: mail.raw } },
      ConfigurationSetName: sender.configurationSet,
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      TenantName: sender.tenant,
    }),
    { abortSignal },
  );
  if (MessageId === undefined) throw new Error('SES returned no message id');
  return MessageId;
}

async function createTenant(sender: Sender, from: string, abortSignal: AbortSignal): Promise<void> {
  const { tenant: TenantName, configurationSet, suppressedReasons: SuppressedReasons } = sender;
  const { SES_ARN_PREFIX } = readEnv('SES_ARN_PREFIX');
  const SuppressionAttributes = { SuppressionScope: 'TENANT', SuppressedReasons } as const;
  await ignoreAlreadyExists(() =>
    getSesClient().send(new CreateTenantCommand({ TenantName, SuppressionAttributes }), { abortSignal }),
  );
  const domain = from.slice(from.lastIndexOf('@') + 1);
  for (const resource of [`identity/${domain}`, `configuration-set/${configurationSet}`]) {
    const ResourceArn = `${SES_ARN_PREFIX}:${resource}`;
    await ignoreAlreadyExists(() =>
      getSesClient().send(new CreateTenantResourceAssociationCommand({ TenantName, ResourceArn }), { abortSignal }),
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
