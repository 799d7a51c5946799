import { expect, test } from 'vitest';
import { ApiClient } from '#testing/api-client.ts';
import { freshName, makeOrganization, sharedStack } from '#testing/fixture.ts';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks for a session of the console, as its page does. */
function askForSession(organization: unknown, { headers = {}, body }: Sent = {}): Promise<Response> {
  return fetch(`${sharedStack().baseUrl}/_local/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ?? JSON.stringify({ organization }),
  });
}

async function keyOf(slug: string): Promise<string> {
  const response = await askForSession(slug);
  expect(response.status).toBe(200);
  return ((await response.json()) as { key: string }).key;
}

test('The console gets an org key of an organization of this machine, the same one until it is revoked', async () => {
  const { id, slug, api } = await makeOrganization();
  const key = await keyOf(slug);
  expect(await keyOf(slug)).toBe(key);
  const asConsole = new ApiClient(sharedStack().baseUrl).as(key);
  expect((await asConsole.get('/v1/me')).body).toMatchObject({ actor_type: 'user', org_id: id, org_slug: slug });

  const { api_keys: keys } = await api.ok('listApiKeys');
  const [made] = keys.filter(({ name }) => name === 'console of this machine');
  expect(made).toMatchObject({ key_prefix: key.slice(0, 12), status: 'active' });
  await api.ok('revokeApiKey', { params: { id: made?.id ?? '' } });
  expect((await asConsole.get('/v1/me')).status).toBe(401);
  const next = await keyOf(slug);
  expect(next).not.toBe(key);
  expect((await asConsole.as(next).get('/v1/me')).status).toBe(200);
});

test('The console lists the organizations of this machine, the newest first', async () => {
  const [older, newer] = [await makeOrganization(), await makeOrganization()];
  const response = await fetch(`${sharedStack().baseUrl}/_local/organizations`);
  const { organizations } = (await response.json()) as { organizations: { slug: string }[] };
  const slugs = organizations.map(({ slug }) => slug);
  expect(slugs.indexOf(newer.slug)).toBeGreaterThanOrEqual(0);
  expect(slugs.indexOf(older.slug)).toBeGreaterThan(slugs.indexOf(newer.slug));
});

test('A session is refused for what is no organization, and to pages of other origins', async () => {
  const { slug } = await makeOrganization();
  for (const [organization, body] of [[freshName()], [7], [''], [slug, '{'], [slug, 'null']] as const) {
    const response = await askForSession(organization, body === undefined ? {} : { body });
    expect(response.status, JSON.stringify([organization, body])).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  }
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ];
  for (const headers of strangers) expect((await askForSession(slug, { headers })).status).toBe(403);
  expect((await fetch(`${sharedStack().baseUrl}/_local/sessions`)).status).not.toBe(200);
});
