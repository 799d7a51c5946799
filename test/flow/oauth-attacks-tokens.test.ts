import { beforeAll, expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { type AttackWorld, makeAttackWorld, ofPage, ofReply, ofToken } from '../support/oauth/attack-world.ts';
import { callTool } from '../support/oauth/call-mcp.ts';
import { challengeOf } from '../support/oauth/oauth-client.ts';

/** Attacks on codes and tokens. Each is a request that no honest client makes, and what it gets. */
let world: AttackWorld;

beforeAll(async () => {
  world = await makeAttackWorld();
});

/** An attack: what it tries, and what it has to get. */
type Attack = readonly [name: string, attempt: (world: AttackWorld) => Promise<string>, expected: string | RegExp];

/** A code of the person, and the first exchange of it. */
async function exchanged({ client, allow }: AttackWorld) {
  const { code, verifier } = await client.code(allow());
  const { body } = await client.exchange(code, verifier);
  return { code, verifier, access: String(body.access_token), refresh: String(body.refresh_token) };
}

const rest = (token: string, path: string, init: RequestInit = {}) =>
  fetch(`${sharedStack().baseUrl}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });

const FOREIGN_VERIFIER = 'x'.repeat(64);

const ON_CODES: readonly Attack[] = [
  [
    'A code that twenty requests exchange at once gives one token at most, which then is worth nothing',
    async ({ client, allow }) => {
      const { code, verifier } = await client.code(allow());
      const replies = await Promise.all(Array.from({ length: 20 }, () => client.exchange(code, verifier)));
      const tokens = replies.flatMap(({ body }) => body.access_token ?? []);
      const refused = replies.filter(({ body }) => body.error === 'invalid_grant');
      const usable = (await Promise.all(tokens.map((token) => ofToken(token)))).filter((one) => one === 'works');
      return `${tokens.length} issued, ${tokens.length + refused.length} answered, ${usable.length} usable`;
    },
    /^[01] issued, 20 answered, 0 usable$/,
  ],
  [
    'A code that is used again ends what it was exchanged for',
    async (all) => {
      const { code, verifier, access, refresh } = await exchanged(all);
      const again = ofReply(await all.client.exchange(code, verifier));
      return `${again}; ${await ofToken(access)}; ${ofReply(await all.client.refresh(refresh))}`;
    },
    '400 invalid_grant; 401; 400 invalid_grant',
  ],
  [
    'A code of another client',
    async ({ client, other, allow }) => {
      const { code, verifier } = await client.code(allow());
      return ofReply(await other.exchange(code, verifier));
    },
    '400 invalid_grant',
  ],
  [
    'A code with another verifier',
    async ({ client, allow }) => ofReply(await client.exchange((await client.code(allow())).code, FOREIGN_VERIFIER)),
    '400 invalid_grant',
  ],
  [
    'A code without a verifier',
    async ({ client, allow }) => ofReply(await client.exchange((await client.code(allow())).code, '')),
    /^400 invalid_(grant|request)$/,
  ],
  [
    'A code with its challenge as the verifier, as the method plain would have it',
    async ({ client, allow }) => {
      const { code, verifier } = await client.code(allow());
      return ofReply(await client.exchange(code, challengeOf(verifier)));
    },
    '400 invalid_grant',
  ],
  [
    'A code with another redirect URI',
    async ({ client, allow }) => {
      const { code, verifier } = await client.code(allow());
      return ofReply(await client.exchange(code, verifier, { redirect_uri: 'http://127.0.0.1:43111/other' }));
    },
    '400 invalid_grant',
  ],
  [
    'A code for another resource',
    async ({ client, allow }) => {
      const { code, verifier } = await client.code(allow());
      return ofReply(await client.exchange(code, verifier, { resource: 'https://other.example/mcp' }));
    },
    '400 invalid_target',
  ],
  [
    'A code as a token, and as a refresh token',
    async ({ client, allow }) => {
      const { code } = await client.code(allow());
      return `${await ofToken(code)}; ${ofReply(await client.refresh(code))}`;
    },
    '401; 400 invalid_grant',
  ],
  [
    'A request for a token of another resource',
    async ({ client }) =>
      ofPage(await client.browser().open(client.ask({ resource: 'https://other.example/mcp' }).url)),
    'sent back: invalid_target',
  ],
  [
    'Two resources, of which one is foreign',
    async ({ client }) => {
      const { url } = client.ask();
      url.searchParams.append('resource', 'https://other.example/mcp');
      return ofPage(await client.browser().open(url));
    },
    /^sent back: invalid_(target|request)$/,
  ],
];

const ON_TOKENS: readonly Attack[] = [
  [
    'A token at operations of the API',
    async (all) => {
      const { access } = await exchanged(all);
      const paths = ['/v1/me', '/v1/events', '/v1/identities/me/mail/messages', '/v1/contacts', '/v1/vault/secrets'];
      const statuses = await Promise.all(paths.map(async (path) => (await rest(access, path)).status));
      return [...new Set(statuses)].join(' ');
    },
    '401',
  ],
  [
    'A token in the query, in a form, in a cookie and by another scheme',
    async (all) => {
      const { access } = await exchanged(all);
      const url = `${sharedStack().baseUrl}/v1/mcp`;
      const statuses = [
        (await callTool(undefined, 'whoami', {}, `${url}?access_token=${access}`)).status,
        (await fetch(url, { method: 'POST', body: new URLSearchParams({ access_token: access }) })).status,
        (await fetch(url, { method: 'POST', headers: { cookie: `access_token=${access}` } })).status,
        (await fetch(url, { method: 'POST', headers: { authorization: `Basic ${access}` } })).status,
      ];
      return statuses.join(' ');
    },
    '401 401 401 401',
  ],
  [
    'A token with one other character',
    async (all) => {
      const { access } = await exchanged(all);
      return ofToken(access.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')));
    },
    '401',
  ],
  ['A refresh token at the MCP server', async (all) => ofToken((await exchanged(all)).refresh), '401'],
  [
    'A key of an agent as a refresh token and as a code',
    async ({ client, agents: [{ key }] }) =>
      `${ofReply(await client.refresh(key))}; ${ofReply(await client.exchange(key, FOREIGN_VERIFIER))}`,
    '400 invalid_grant; 400 invalid_grant',
  ],
  [
    'A token that names another agent of the organization, or one of another organization',
    async ({ client, allow, agents, strangerAgent }) => {
      const { access } = await client.tokens(allow());
      const texts = await Promise.all(
        [agents[1].handle, strangerAgent.id].map(async (agent) => (await callTool(access, 'whoami', { agent })).text),
      );
      return texts.map((text) => /\((\w+\.\w+),/.exec(text)?.[1]).join(' ');
    },
    'resource.not_found resource.not_found',
  ],
  [
    'A refresh token of another client',
    async (all) => ofReply(await all.other.refresh((await exchanged(all)).refresh)),
    '400 invalid_grant',
  ],
  [
    'A stolen refresh token, after the client has used the next one, ends the access of both',
    async (all) => {
      const { refresh: stolen } = await exchanged(all);
      const second = String((await all.client.refresh(stolen)).body.refresh_token);
      const { body } = await all.client.refresh(second);
      const thief = ofReply(await all.client.refresh(stolen));
      const owner = ofReply(await all.client.refresh(String(body.refresh_token)));
      return `${thief}; ${owner}; ${await ofToken(String(body.access_token))}`;
    },
    '400 invalid_grant; 400 invalid_grant; 401',
  ],
  [
    'More scopes on a refresh than were allowed',
    async ({ client, allow }) => {
      const { refresh } = await client.tokens(allow({ scopes: ['mail.read'] }), { scope: 'mail.read' });
      const { status, body } = await client.refresh(refresh, { scope: 'mail.read mail.send vault' });
      return body.error === undefined ? `${status} ${body.scope}` : `${status} ${body.error}`;
    },
    /^(400 invalid_scope|200 mail\.read)$/,
  ],
  [
    'Another resource on a refresh',
    async (all) =>
      ofReply(await all.client.refresh((await exchanged(all)).refresh, { resource: 'https://other.example/mcp' })),
    '400 invalid_target',
  ],
  [
    'A token of a grant that the person has revoked, and its refresh token',
    async (all) => {
      const { access, refresh } = await exchanged(all);
      const { api } = all.person.organization;
      const [newest] = (await api.ok('listGrants', { query: { limit: '1' } })).grants;
      await api.ok('revokeGrant', { params: { id: newest?.id ?? '' } });
      return `${await ofToken(access)}; ${ofReply(await all.client.refresh(refresh))}`;
    },
    '401; 400 invalid_grant',
  ],
  [
    'A token of a suspended agent, its refresh token, and both after the reinstatement',
    async ({ client, allow, agents: [, agent], person: { organization } }) => {
      const { access, refresh } = await client.tokens(allow({ agents: [agent] }));
      await organization.api.ok('suspendIdentity', { params: { id: agent.id } });
      const suspended = `${await ofToken(access)}; ${ofReply(await client.refresh(refresh))}`;
      await organization.api.ok('reinstateIdentity', { params: { id: agent.id } });
      return `${suspended}; ${await ofToken(access)}`;
    },
    /^403; 400 invalid_grant; 401$/,
  ],
];

test.each([...ON_CODES, ...ON_TOKENS])('%s', async (_name, attempt, expected) => {
  const got = await attempt(world);
  if (typeof expected === 'string') expect(got).toBe(expected);
  else expect(got).toMatch(expected);
});
