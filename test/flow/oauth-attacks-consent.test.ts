import { html as names, parse } from 'parse5';
import { beforeAll, expect, test } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { type AttackWorld, makeAttackWorld, ofPage } from '../support/oauth/attack-world.ts';
import { callTool } from '../support/oauth/call-mcp.ts';
import { consentForm, consentPage, logIn, loginForm, submitConsent } from '../support/oauth/consent.ts';
import type { HttpBrowser, Page } from '../support/oauth/http-browser.ts';
import { OAuthClient } from '../support/oauth/oauth-client.ts';
import { attribute, elementsIn } from '../support/oauth/page-forms.ts';

/** Attacks on the pages on which a person logs in and decides. */
let world: AttackWorld;

beforeAll(async () => {
  world = await makeAttackWorld();
});

/** A person in front of the page, who has not decided yet. */
async function atConsent({ client, person }: AttackWorld, more: Record<string, string> = {}) {
  const browser = client.browser();
  const asked = client.ask(more);
  return { browser, asked, page: await consentPage(browser, asked.url, person) };
}

/** The fields of a page that no person fills in. */
const hiddenFields = (page: Page) => consentForm(page)?.fields.filter(({ type }) => type === 'hidden') ?? [];

/** Sends the decision of the page with other values for the hidden fields that match. */
function forge(browser: HttpBrowser, page: Page, change: (name: string, value: string) => string | undefined) {
  const values: Record<string, string | readonly string[]> = {};
  for (const { name, value } of hiddenFields(page)) values[name] = change(name, value) ?? [];
  return submitConsent(browser, page, { agents: [world.agents[0]] }, values);
}

const refusedPage = expect.stringMatching(/^(a page|a form), 4\d\d$|^sent back: (?!nothing)/);

test('No page can be framed, cached, read by type or run anything', async () => {
  const { client } = world;
  const login = await client.browser().open(client.ask().url);
  const { page } = await atConsent(world);
  const broken = await client.browser().open(client.ask({ redirect_uri: 'https://evil.example' }).url);
  for (const { headers } of [login, page, broken]) {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).not.toMatch(/script-src(?! 'none')|unsafe-|default-src(?! 'none')/);
    expect(headers.get('x-frame-options')?.toLowerCase()).toBe('deny');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // No other site sees an address with a state or a code.
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
  }
});

test('Its cookie is for the page alone: no script reads it, and no request of another site sends it', async () => {
  const { browser } = await atConsent(world);
  expect(browser.cookies.size).toBeGreaterThan(0);
  for (const { attributes } of browser.cookies.values()) {
    expect(attributes).toMatch(/;\s*httponly/i);
    expect(attributes).toMatch(/;\s*samesite=(lax|strict)/i);
    expect(attributes).not.toMatch(/;\s*domain=/i);
  }
});

test.each<readonly [string, (name: string, value: string) => string | undefined]>([
  ['without what proves that the page was seen', () => undefined],
  ['with a made-up proof', (_name, value) => value.replace(/./g, 'x')],
])('A decision %s is refused', async (_what, change) => {
  const { browser, page } = await atConsent(world);
  expect(hiddenFields(page).length).toBeGreaterThan(0);
  expect(ofPage(await forge(browser, page, change))).toEqual(refusedPage);
});

test('A decision with the proof of the page of another person is refused', async () => {
  const { browser, page } = await atConsent(world);
  const { client, stranger, strangerAgent } = world;
  const attacker = client.browser();
  const own = await consentPage(attacker, client.ask().url, stranger);
  const theirs = new Map(hiddenFields(own).map(({ name, value }) => [name, value]));
  expect(ofPage(await forge(browser, page, (name) => theirs.get(name)))).toEqual(refusedPage);
  expect(consentForm(own)?.fields.some(({ value }) => value === strangerAgent.id)).toBe(true);
});

test('A decision that a page of another site sends is refused, even with the proof', async () => {
  const { browser, page } = await atConsent(world);
  const decision = { agents: [world.agents[0]] };
  for (const origin of ['https://evil.example', 'null', 'not an origin']) {
    const refused = await submitConsent(browser, page, decision, {}, { origin });
    expect(ofPage(refused), origin).toEqual(refusedPage);
  }
  expect(ofPage(await submitConsent(browser, page, decision))).toBe('a code');
});

test('A decision without the cookie of its page asks for a login again, and decides nothing', async () => {
  const { browser, page } = await atConsent(world);
  browser.cookies.clear();
  const after = await submitConsent(browser, page, { agents: [world.agents[0]] });
  expect(after.leftTo?.searchParams.has('code') ?? false).toBe(false);
});

test('A decision counts once: sent again, it gives no second code', async () => {
  const { browser, page } = await atConsent(world);
  const cookies = new Map(browser.cookies);
  expect(ofPage(await submitConsent(browser, page, { agents: [world.agents[0]] }))).toBe('a code');
  for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
  const again = await submitConsent(browser, page, { agents: [world.agents[0]] });
  expect(again.leftTo?.searchParams.has('code') ?? false).toBe(false);
});

test('A decision allows no scope that the client has not asked for', async () => {
  const { client, agents } = world;
  const { browser, page, asked } = await atConsent(world, { scope: 'mail.read' });
  const scopes = ['mail.read', 'mail.send', 'vault', 'identity'] as const;
  const { leftTo } = await submitConsent(browser, page, { agents: [agents[0]], scopes });
  const code = leftTo?.searchParams.get('code');
  if (code === null || code === undefined) return;
  const { body } = await client.exchange(code, asked.verifier);
  expect(body.scope).toBe('mail.read');
});

test.each([
  ['of another organization', ({ strangerAgent }: AttackWorld) => [strangerAgent]],
  ['that does not exist', () => [{ id: 'agt_01M7YKTVVJAAFKNEW6HZDFK2Q1' }]],
  ['with the name of a path', () => [{ id: '../agt_01M7YKTVVJAAFKNEW6HZDFK2Q1' }]],
  ['at all, where none is chosen', () => []],
])('A person allows no agent %s', async (_what, agentsOf) => {
  const { browser, page } = await atConsent(world);
  const after = await submitConsent(browser, page, { agents: agentsOf(world) });
  expect(after.leftTo?.searchParams.has('code') ?? false).toBe(false);
});

test('Of agents of several organizations, a person allows only its own', async () => {
  const { client, agents, strangerAgent, person } = world;
  const { browser, page, asked } = await atConsent(world);
  const { leftTo } = await submitConsent(browser, page, { agents: [strangerAgent, agents[0]] });
  const { status } = await client.exchange(leftTo?.searchParams.get('code') ?? '', asked.verifier);
  const [newest] = (await person.organization.api.ok('listGrants', { query: { limit: '1' } })).grants;
  expect([status, newest?.agents]).toEqual([200, [agents[0].id]]);
});

test('A login gets a cookie of its own, whatever the browser had before', async () => {
  const { client, person } = world;
  const { browser: attacker } = await atConsent({ ...world, person: world.stranger });
  const victim = client.browser();
  for (const [name, cookie] of attacker.cookies) victim.cookies.set(name, cookie);
  const page = await victim.open(client.ask().url);
  const planted = new Map([...victim.cookies].map(([name, { value }]) => [name, value]));
  const form = loginForm(page);
  const after = form === undefined ? page : await logIn(victim, page, person);
  const kept = [...victim.cookies].filter(([name, { value }]) => planted.get(name) === value).map(([name]) => name);
  // A planted session shows its own person, so the victim sees that it is another one.
  if (form === undefined) expect(after.text).toContain(world.stranger.email);
  else expect(kept).toEqual([]);
});

test('A session that a password change has ended decides nothing', async () => {
  const own = await makeAttackWorld();
  const { browser, page } = await atConsent(own);
  const { person } = own;
  const { token } = await person.organization.api
    .as(null)
    .ok('login', { body: { email: person.email, password: person.password } });
  const password = `another ${freshName()} password`;
  const body = { current_password: person.password, new_password: password };
  await person.organization.api.as(token).ok('changePassword', { body });
  const after = await submitConsent(browser, page, { agents: [own.agents[0]] });
  expect(after.leftTo?.searchParams.has('code') ?? false).toBe(false);
});

test('Wrong passwords on the page are limited as they are at the login, and a right one after them too', async () => {
  const { person, client } = await makeAttackWorld();
  const browser = client.browser();
  let page = await browser.open(client.ask().url);
  for (let tries = 0; tries < 20 && loginForm(page) !== undefined && page.status !== 429; tries += 1)
    page = await logIn(browser, page, { email: person.email, password: 'not the password' });
  expect(page.status).toBe(429);
  const again = await browser.open(client.ask().url);
  expect(consentForm(await logIn(browser, again, person))).toBeUndefined();
  const reply = await person.organization.api
    .as(null)
    .call('login', { body: { email: person.email, password: person.password } });
  expect(reply.status).toBe(429);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></head><form action=https://evil.example>',
  '{{7*7}}<%= 7*7 %>',
  '\u202Egnp.elgoog\u202C',
];

test.each(HOSTILE)('The name of a client, %j, is text on the page, and nothing of it is fetched', async (name) => {
  const { person } = world;
  const more = { client_name: name, logo_uri: 'https://evil.example/logo.png', client_uri: 'javascript:alert(1)' };
  const client = await OAuthClient.registered(more);
  const page = await consentPage(client.browser(), client.ask({ state: name }).url, person);
  const elements = elementsIn(parse(page.text).childNodes);
  const tags = new Set(elements.map(({ tagName }) => tagName));
  for (const tag of [names.TAG_NAMES.SCRIPT, names.TAG_NAMES.IMG, names.TAG_NAMES.IFRAME])
    expect(tags).not.toContain(tag);
  for (const element of elements) {
    for (const target of ['href', 'src', 'action', 'formaction', 'data'])
      expect(new URL(attribute(element, target) ?? '', page.url).origin).toBe(page.url.origin);
    expect(element.attrs.filter(({ name: one }) => one.startsWith('on'))).toEqual([]);
  }
  expect(page.text).not.toContain('\u202E');
  expect(page.text).toContain(new URL(client.redirectUri).host);
});

test('A grant is bound to what the page has shown: another request in the same browser decides about itself', async () => {
  const { client, agents, allow } = world;
  const first = await atConsent(world, { scope: 'mail.read' });
  await first.browser.open(client.ask({ scope: 'mail.read mail.send tasks' }).url);
  const { leftTo } = await submitConsent(first.browser, first.page, { agents: [agents[0]] });
  const { body } = await client.exchange(leftTo?.searchParams.get('code') ?? '', first.asked.verifier);
  expect(body.scope).toBe('mail.read');
  const { status } = await callTool(String(body.access_token), 'find_contact');
  expect([status, allow().agents.length]).toEqual([403, 1]);
});
