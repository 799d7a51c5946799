import { defaultProviderAccount } from '#shared/data/entities/mail/provider-account.ts';
import type { SentMail } from '#shared/data/entities/mail/sent-mail.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import { classifySesError } from '#shared/services/outbound-mail/classify-ses-error.ts';
import { createProvider } from '#shared/services/outbound-mail/create-provider.ts';
import type { MailProvider } from '#shared/services/outbound-mail/mail-provider.ts';
import { sesMessageIdField, tagsOf } from '#shared/services/outbound-mail/tags.ts';
import { organizationSender, sendViaStageSes } from './stage-provider.ts';

/**
 * The provider of a message: the organization's default provider account, or else the stage's SES.
 *
 * See: docs/contract/provider-accounts.md#provider-account-record.
 */
export async function resolveProvider(mail: SentMail): Promise<MailProvider> {
  const account = await defaultProviderAccount(getTable(), mail.organizationId);
  // An SES account without a role is the stage's SES, which needs the tags and the tenant.
  const isStage = account?.provider === 'ses' && account.sealedCredentials === null && account.status !== 'disabled';
  if (account === undefined || isStage) return stageProvider(mail);
  const { ALLOW_LOOPBACK_RECEIVERS, MAIL_DOMAIN } = readEnv('ALLOW_LOOPBACK_RECEIVERS', 'MAIL_DOMAIN');
  const provider = await createProvider(account, await getKeyring(), {
    allowLoopback: ALLOW_LOOPBACK_RECEIVERS === 'true',
    clientName: MAIL_DOMAIN,
  });
  return { accountId: account.id, send: (mail) => provider.send(mail) };
}

function stageProvider(mail: SentMail): MailProvider {
  return {
    isStage: true,
    async send(raw) {
      try {
        const providerMessageId = await sendViaStageSes(raw, tagsOf(mail), organizationSender(mail.organizationId));
        const rfcMessageId = sesMessageIdField(providerMessageId, readEnv('AWS_REGION').AWS_REGION);
        return { providerMessageId, rfcMessageId, rejected: [] };
      } catch (error) {
        throw classifySesError(error);
      }
    },
  };
}
