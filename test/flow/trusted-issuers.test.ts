import { beforeAll, expect, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { ServedIssuer } from '../support/served-issuer.ts';
import { exchangeOf, makeTokenKey, signedToken } from '../support/subject-tokens.ts';
import { WORKLOAD_TOKENS } from '../support/workload-tokens.ts';

/** Workloads of four platforms, over HTTP: issuers on loopback, the stack's own functions, no stored secret. */

let organization: Organization;
let agent: Agent;
let other: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
  other = await makeAgent(organization);
});

/** An exchange as a workload makes it, with nothing but a form. */
const post = (form: Record<string, string>) =>
  fetch(`${sharedStack().baseUrl}/v1/auth/token`, { method: 'POST', body: new URLSearchParams(form) });

test.each(WORKLOAD_TOKENS)(
  'A workload of $platform gets the key of one agent, and its neighbour gets nothing',
  async ({ alg, header, claims, rule, neighbour }) => {
    const key = makeTokenKey('key-1', alg);
    const issuer = await ServedIssuer.start(makeTokenKey('key-0', alg), key);
    const { audience } = await organization.api.ok('createTrustedIssuer', {
      body: {
        issuer: issuer.url,
        rules: [{ identity_id: agent.id, claims: rule, scopes: ['mail.read', 'mail.send'] }],
      },
    });
    const issued = claims(issuer.url, audience, Date.now());
    const response = await post(exchangeOf(signedToken(issued, key, header)));
    expect(response.status).toBe(200);
    const { access_token, expires_in, scope } = (await response.json()) as Record<string, string>;
    expect([expires_in, scope]).toEqual([900, 'mail.read mail.send']);
    expect(issuer.receiver.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration', '/jwks']);

    const workload = organization.api.as(access_token ?? '');
    expect(await workload.ok('getMe')).toMatchObject({ identity_id: agent.id });
    const mail = { to: other.address, subject: 'From a workload', text: 'Hello' };
    await workload.ok('sendMail', { params: { id: 'me' }, body: mail });
    await workload.ok('listMessages', { params: { id: 'me' } });
    await workload.refused('listMessages', 'auth.forbidden', { params: { id: other.id } });
    await workload.refused('listTasks', 'auth.forbidden');
    await workload.refused('listSecrets', 'auth.forbidden');
    await workload.refused('createWebhook', 'auth.forbidden', { body: { url: 'https://receiver.example' } });
    await workload.refused('createApiKey', 'auth.forbidden', { body: { name: 'own' } });

    const refused = await post(exchangeOf(signedToken({ ...issued, ...neighbour }, key, header)));
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: 'auth.token_refused' } });
  },
);

test('The library lets an organization trust an issuer, and a workload exchanges its token by it', async () => {
  const { baseUrl } = sharedStack();
  const key = makeTokenKey();
  const aid = new Aid({ key: organization.key, url: baseUrl });
  const issuer = 'https://cluster.example';
  const trusted = await aid.trustedIssuers.create({
    issuer,
    jwks: { keys: [key.jwk] },
    rules: [{ identity_id: agent.id, claims: { sub: 'a:b:c' }, scopes: ['events'] }],
  });
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, sub: 'a:b:c', aud: trusted.audience, iat, exp: iat + 60 };
  const { access_token } = await new Aid({ url: baseUrl }).auth.token(exchangeOf(signedToken(claims, key)));
  const workload = new Aid({ url: baseUrl, key: access_token });
  expect(await workload.me()).toMatchObject({ identity_id: agent.id });
  expect((await aid.trustedIssuers.list().firstPage()).map(({ id }) => id)).toContain(trusted.id);
  await aid.trustedIssuers.delete(trusted.id);
  await expect(workload.me()).rejects.toMatchObject({ status: 401 });
});
