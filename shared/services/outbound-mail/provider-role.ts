import { randomUUID } from 'node:crypto';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { clientOptions } from '#shared/runtime/client-options.ts';

/** Temporary credentials of a role. */
export interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** The role of an organization. The organization's id is the external id that the role must require. */
export interface ProviderRole {
  roleArn: string;
  organizationId: string;
}

/** The shortest session that STS offers, and how long its credentials are reused. */
const SESSION_SECONDS = 900;
const CACHE_MS = 10 * 60_000;
const MAX_CACHED = 200;

let client: STSClient | undefined;
const cache = new Map<string, { credentials: RoleCredentials; until: number }>();

/** The role can be assumed with any external id, so every user of this service could use it. */
export class MissingExternalIdCondition extends Error {}

/**
 * Assumes an organization's role. The external id is the organization's id, which the caller cannot choose, so naming
 * the role of another organization has no effect. A role without an external id condition would be open to every
 * organization that learns its name; the service does not use such a role.
 *
 * `fresh`: ignores cached credentials.
 *
 * See: IAM user guide, The confused deputy problem.
 */
export async function assumeProviderRole(
  { roleArn, organizationId }: ProviderRole,
  { signal, fresh }: { signal: AbortSignal; fresh: boolean },
): Promise<RoleCredentials> {
  const cacheKey = `${roleArn} ${organizationId}`;
  const known = cache.get(cacheKey);
  if (!fresh && known !== undefined && known.until > Date.now()) return known.credentials;
  cache.delete(cacheKey);
  const credentials = await assume(roleArn, organizationId, signal);
  if (await canAssumeWith(roleArn, `probe-${randomUUID()}`, signal)) throw new MissingExternalIdCondition();
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(cacheKey, { credentials, until: Date.now() + CACHE_MS });
  return credentials;
}

async function canAssumeWith(roleArn: string, externalId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await assume(roleArn, externalId, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && /^AccessDenied/.test(error.name)) return false;
    throw error;
  }
}

async function assume(roleArn: string, externalId: string, signal: AbortSignal): Promise<RoleCredentials> {
  client ??= new STSClient(clientOptions({ maxAttempts: 2 }));
  const { Credentials } = await client.send(
    new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: 'aid-mail',
      ExternalId: externalId,
      DurationSeconds: SESSION_SECONDS,
    }),
    { abortSignal: signal },
  );
  const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {};
  if (AccessKeyId === undefined || SecretAccessKey === undefined || SessionToken === undefined) {
    throw new Error('STS returned a role without credentials');
  }
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
}
