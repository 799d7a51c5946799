import type { ProviderAccount, ProviderCredentials } from '#shared/data/entities/mail/provider-account.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { PermanentSendError } from './mail-provider.ts';
import { SesProvider } from './ses-provider.ts';
import { SmtpProvider, type VerifiableProvider } from './smtp-provider.ts';
import type { SmtpPolicy } from './smtp-session.ts';

/**
 * The provider of an account. It connects when it sends or verifies. Throws `PermanentSendError` if the account is
 * disabled.
 */
export async function createProvider(
  account: ProviderAccount,
  keyring: Keyring,
  policy: SmtpPolicy,
): Promise<VerifiableProvider> {
  if (account.status === 'disabled') throw new PermanentSendError('the provider account is disabled');
  const credentials = await openCredentials(account, keyring);
  const { organizationId, provider, region, host, port, username } = account;
  if (provider === 'ses' && region !== null) {
    const { roleArn } = credentials;
    return new SesProvider({ region, role: roleArn === undefined ? null : { roleArn, organizationId } });
  }
  if (provider === 'smtp' && host !== null && port !== null) {
    const login = username === null ? null : { username, password: credentials.password ?? '' };
    return new SmtpProvider({ host, port, login }, policy);
  }
  throw new Error('the server of a provider account is missing');
}

/** Encrypts the credentials of an account. */
export function sealCredentials(accountId: string, credentials: ProviderCredentials, keyring: Keyring): string {
  return keyring.seal('provider-credentials', accountId, JSON.stringify(credentials));
}

async function openCredentials(account: ProviderAccount, keyring: Keyring): Promise<ProviderCredentials> {
  if (account.sealedCredentials === null) return {};
  const opened = await keyring.open('provider-credentials', account.id, account.sealedCredentials);
  return JSON.parse(opened.reveal()) as ProviderCredentials;
}
