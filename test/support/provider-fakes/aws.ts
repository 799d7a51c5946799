import type { JWTPayload } from 'jose';
import { exchanged, type StartFake, type Trust } from './fake-provider.ts';
import { type FakeResponse, FakeServer } from './fake-server.ts';
import { isFor, keysOf, verifyIdentityToken } from './verify-identity-token.ts';

export const AWS_ROLE = 'arn:aws:iam::123456789012:role/ada';
const MAX_SESSION_SECONDS = 43_200;

/**
 * AWS: an IAM OIDC provider with a client id, and a role. The condition of its trust policy has `StringEquals` on
 * `<issuer without https://>:aud` and `:sub`.
 *
 * - The request, its parameters and its errors: AWS STS API reference, AssumeRoleWithWebIdentity
 *   (https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html): no signature;
 *   `RoleSessionName` of `[\w+=,.@-]`; `DurationSeconds` from 900 to the maximum of the role; RSA and ECDSA algorithms.
 * - Keys by discovery only, and the five minutes after `exp`: IAM user guide, OIDC federation
 *   (https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_oidc.html).
 */
export const startAws: StartFake = async (trust) => {
  const audience = trust.audience ?? 'sts.amazonaws.com';
  if (trust.keys !== undefined) throw new Error('keys cannot be uploaded');
  const keys = keysOf(trust);
  keys.catch(() => {});
  const server = await FakeServer.start(async ({ method, path, headers, body }) => {
    const form = new URLSearchParams(body);
    const { authorization, 'content-type': type } = headers;
    if (method !== 'POST' || path !== '/' || authorization !== undefined)
      return failed(400, 'InvalidAction', 'unsigned');
    if (!type?.startsWith('application/x-www-form-urlencoded')) return failed(400, 'InvalidAction', 'a form');
    const problem = problemOf(form);
    if (problem !== undefined) return failed(400, 'ValidationError', problem);
    let claims: JWTPayload;
    try {
      claims = await verifyIdentityToken(form.get('WebIdentityToken') ?? '', trust, await keys, {
        algorithms: ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512'],
        requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
        skewSeconds: 300,
      });
    } catch (error) {
      const isExpired = (error as { readonly code?: string }).code === 'ERR_JWT_EXPIRED';
      return failed(400, isExpired ? 'ExpiredTokenException' : 'InvalidIdentityToken', (error as Error).message);
    }
    if (!isFor(audience, claims)) return failed(400, 'InvalidIdentityToken', 'Incorrect token audience');
    const isTrusted = form.get('RoleArn') === AWS_ROLE && claims.sub === trust.subject;
    if (!isTrusted) return failed(403, 'AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity');
    return credentials(form, trust, claims);
  });
  return {
    audience,
    args: ['--role-arn', AWS_ROLE, '--endpoint', `${server.url}/`],
    close: () => server.close(),
    exchange: async (token) =>
      exchanged(
        await fetch(server.url, {
          method: 'POST',
          body: new URLSearchParams({
            Action: 'AssumeRoleWithWebIdentity',
            Version: '2011-06-15',
            RoleArn: AWS_ROLE,
            RoleSessionName: 'ada',
            WebIdentityToken: token,
          }),
        }),
      ),
  };
};

function problemOf(form: URLSearchParams): string | undefined {
  if (form.get('Action') !== 'AssumeRoleWithWebIdentity' || form.get('Version') !== '2011-06-15') return 'Action';
  if (form.has('ProviderId')) return 'ProviderId is not for OpenID Connect';
  if (!/^[\w+=,.@-]{2,64}$/.test(form.get('RoleSessionName') ?? '')) return 'RoleSessionName';
  const seconds = Number(form.get('DurationSeconds') ?? 3600);
  return seconds >= 900 && seconds <= MAX_SESSION_SECONDS ? undefined : 'DurationSeconds';
}

function credentials(form: URLSearchParams, { now = () => new Date() }: Trust, { sub }: JWTPayload): FakeResponse {
  const seconds = Number(form.get('DurationSeconds') ?? 3600);
  const expiration = new Date(now().getTime() + seconds * 1000).toISOString();
  const name = form.get('RoleSessionName');
  return {
    status: 200,
    body: `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult>
    <SubjectFromWebIdentityToken>${sub}</SubjectFromWebIdentityToken>
    <AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/ada/${name}</Arn></AssumedRoleUser>
    <Credentials>
      <SessionToken>AQoDYXdzEE0a8ANXXXX&amp;WejfcrHjjr6v==</SessionToken>
      <SecretAccessKey>wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY</SecretAccessKey>
      <Expiration>${expiration}</Expiration>
      <AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId>
    </Credentials>
  </AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`,
  };
}

function failed(status: number, code: string, message: string): FakeResponse {
  return {
    status,
    body: `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  };
}
