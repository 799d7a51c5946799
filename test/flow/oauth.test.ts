import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OAUTH_PATHS } from '#shared/domain/oauth/oauth-paths.ts';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { OAuthFlow, type Person } from '#testing/oauth-flow.ts';
import { mailedCode } from '../support/sent-mail.ts';

let organization: Organization;
let agent: Agent;
let person: Person;

beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
  const email = `${freshName('ada')}@example.com`;
  const password = 'correct horse battery';
  await organization.api.ok('claim', { body: { email, password } });
  await organization.api.ok('claim', { body: { email, code: await mailedCode(email) } });
  person = { email, password };
});

const newFlow = () => new OAuthFlow(organization.api.client.as(null));

/** What the MCP server says to a client with a token. */
async function listTools(token: string) {
  return organization.api.client.post<{ result?: { tools: { name: string }[] } }>(
    '/v1/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { key: token, headers: { accept: 'application/json, text/event-stream' } },
  );
}

test('A client finds the endpoints by the issuer, which is the address that programs use', async () => {
  const flow = newFlow();
  const { status, body, headers } = await organization.api.client.get<Record<string, unknown>>(OAUTH_PATHS.metadata);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toContain('max-age=300');
  expect(body).toMatchObject({
    issuer: flow.issuer,
    authorization_endpoint: `${flow.issuer}/v1/oauth/authorize`,
    token_endpoint: `${flow.issuer}/v1/oauth/token`,
    registration_endpoint: `${flow.issuer}/v1/oauth/register`,
    revocation_endpoint: `${flow.issuer}/v1/oauth/revoke`,
  });
});

test('A client registers, a person allows it, it uses the MCP server, and a revocation ends that', async () => {
  const flow = newFlow();
  await flow.register({ client_name: 'Connector' });
  const tokens = await flow.connect(person, { agents: [agent.id], recipients: 'example.org' });
  expect((await listTools(tokens.access_token)).status).toBe(200);
  const refreshed = (await flow.refresh(tokens.refresh_token)).body;
  expect((await listTools(refreshed.access_token)).status).toBe(200);

  const [grant] = (await organization.api.ok('listGrants')).grants;
  expect(grant).toMatchObject({
    client_id: flow.clientId,
    client_name: 'Connector',
    agents: [agent.id],
    scopes: ['mail.read', 'mail.send'],
    recipients: ['example.org'],
    revoked_at: null,
  });
  await organization.api.ok('revokeGrant', { params: { id: grant?.id ?? '' } });
  for (const token of [tokens.access_token, refreshed.access_token]) expect((await listTools(token)).status).toBe(401);
  expect((await flow.refresh(refreshed.refresh_token)).body.error).toBe('invalid_grant');
  const query = { aggregate_id: grant?.id ?? '' };
  const types = (await organization.api.ok('listEvents', { query })).events.map(({ type }) => type);
  expect(types).toEqual(['grant.revoked', 'grant.created']);
});

test('An access token opens nothing but the MCP server', async () => {
  const flow = newFlow();
  await flow.register();
  const tokens = await flow.connect(person, { agents: [agent.id] });
  for (const name of ['getMe', 'listMessages', 'listGrants'] as const)
    await organization.api.as(tokens.access_token).refused(name, 'auth.unauthorized', { params: { id: agent.id } });
});

const documents = createServer((request, response) => {
  const id = `http://${request.headers.host}${request.url}`;
  const document = { client_id: id, client_name: 'Documented', redirect_uris: ['http://127.0.0.1/callback'] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
});
beforeAll(() => new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => documents.close(resolve)));

test('A client with a metadata document needs no registration, and its host is shown', async () => {
  const flow = newFlow();
  const host = `127.0.0.1:${(documents.address() as AddressInfo).port}`;
  flow.clientId = `http://${host}/client.json`;
  const page = await flow.open();
  expect(page.text).toContain(`<span class="host">${host}</span>`);
  expect(page.text).toContain('<q>Documented</q>');
  const tokens = await flow.connect(person, { agents: [agent.id] });
  expect((await listTools(tokens.access_token)).status).toBe(200);
  const [grant] = (await organization.api.ok('listGrants')).grants;
  expect(grant).toMatchObject({ client_id: flow.clientId, client_host: host });
});

test('The page has a cookie that browsers accept on one machine, where there is no TLS', async () => {
  const flow = newFlow();
  await flow.register();
  const cookie = (await flow.open()).headers.get('set-cookie');
  expect(cookie).toMatch(/^aid-consent=[\w-]{43}; Path=\/v1\/oauth\/authorize; HttpOnly; SameSite=Lax; Max-Age=900$/);
});

test('Endpoints refuse other methods and types, in the form of OAuth', async () => {
  const { client } = organization.api;
  const json = await client.post<{ error: string }>(OAUTH_PATHS.token, { grant_type: 'refresh_token' });
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
  const large = await client.call<{ error: string }>('POST', OAUTH_PATHS.token, 'x'.repeat(70_000), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
});
