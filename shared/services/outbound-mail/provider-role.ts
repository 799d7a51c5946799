import { randomUUID } from 'node:crypto';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';

/** Credentials of a role for a while. */
export interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** A role, and the organization on whose behalf it is assumed: its id is the external id that the role must demand. */
export interface ProviderRole {
  roleArn: string;
  organizationId: string;
}

/** The shortest that STS gives, and for how much of it credentials are used again. */
const SESSION_SECONDS = 900;
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 200;

let client: STSClient | undefined;
const kept = new Map<string, { credentials: RoleCredentials; until: number }>();

/** The role lets anybody in who uses this service. */
export class MissingExternalIdCondition extends Error {}

/**
 * Assumes an organization's role. The external id is the organization's own and never the caller's to choose, so that
 * naming somebody else's role leads nowhere. A role that asks for no external id lets every organization in that
 * learns its name: such a role is not used at all.
 *
 * `fresh`: not with the credentials of a minute ago.
 *
 * See: IAM user guide, The confused deputy problem.
 */
export async function assumeProviderRole(
  { roleArn, organizationId }: ProviderRole,
  { signal, fresh }: { signal: AbortSignal; fresh: boolean },
): Promise<RoleCredentials> {
  const name = `${roleArn} ${organizationId}`;
  const known = kept.get(name);
  if (!fresh && known !== undefined && known.until > Date.now()) return known.credentials;
  kept.delete(name);
  const credentials = await assume(roleArn, organizationId, signal);
  if (await canAssumeWith(roleArn, `probe-${randomUUID()}`, signal)) throw new MissingExternalIdCondition();
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(name, { credentials, until: Date.now() + KEPT_MS });
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
  client ??= new STSClient({ maxAttempts: 2 });
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
    throw new Error('the role came without credentials');
  }
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
}
