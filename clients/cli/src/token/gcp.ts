import { printableJson } from '../output/printable.ts';
import { UsageError } from '../usage-error.ts';
import { needed, type Provider, type Settings } from './provider.ts';

/** The type of the token for Google's Security Token Service. */
const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:jwt';

/** A provider of a workload identity pool, after the host of its full name. */
const PROVIDER = /^projects\/\d+\/locations\/global\/workloadIdentityPools\/[\w-]+\/providers\/[\w-]+$/;

/**
 * Google Cloud: Google's libraries run this command and make the exchange themselves. Prints what they read from an
 * executable; the file is the credential configuration that names the command.
 *
 * See: docs/identity-tokens.md#google-cloud.
 */
export const gcp: Provider = {
  title: 'Google Cloud',
  options: { provider: ['GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE'], serviceAccount: [] },
  required: ['provider'],
  audience: (settings) => `https://iam.googleapis.com/${nameOf(settings)}`,
  exchange: async ({ token, expires_at }) => {
    const row = {
      version: 1,
      success: true,
      token_type: TOKEN_TYPE,
      id_token: token,
      expiration_time: Math.floor(Date.parse(expires_at) / 1000),
    };
    return { text: printableJson(row), row };
  },
  file: (settings, command) => {
    const { serviceAccount } = settings;
    return {
      type: 'external_account',
      audience: `//iam.googleapis.com/${nameOf(settings)}`,
      subject_token_type: TOKEN_TYPE,
      token_url: 'https://sts.googleapis.com/v1/token',
      ...(serviceAccount !== undefined && {
        service_account_impersonation_url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(serviceAccount)}:generateAccessToken`,
      }),
      credential_source: { executable: { command: commandLine(command), timeout_millis: 30_000 } },
    };
  },
  failure: (error) => {
    const { name, message } = error as Error;
    const code = (error as { readonly code?: unknown }).code;
    return { version: 1, success: false, code: typeof code === 'string' ? code : name, message };
  },
};

/** The name of the provider: `projects/…`. Throws `UsageError` if it is none. */
function nameOf(settings: Settings): string {
  const given = needed(gcp, settings, 'provider').replace(/^(?:https:)?\/\/iam\.googleapis\.com\//, '');
  if (PROVIDER.test(given)) return given;
  throw new UsageError(
    `--provider: expected projects/<number>/locations/global/workloadIdentityPools/<pool>/providers/<provider>, got "${given}"`,
  );
}

/** Some of Google's libraries split the command at each space, whatever is quoted. */
function commandLine(words: readonly string[]): string {
  const wrong = words.find((word) => /[\s"']/.test(word));
  if (wrong === undefined) return words.join(' ');
  throw new UsageError(`--write: a credential configuration cannot name "${wrong}", because of its spaces or quotes`);
}
