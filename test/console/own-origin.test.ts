import { afterAll, beforeAll, expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { sendMail } from '#testing/mailer.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { mailedCode } from '../support/sent-mail.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

/** The console as a stage on AWS serves it: on an origin of its own, by its function. */
let stack: Stack;
let consoleUrl: string;

useBrowser();

beforeAll(async () => {
  stack = await startStack({ AID_EPHEMERAL: '1', AID_CONSOLE: 'true', AID_CHECK_ACCESS: '1', AID_LOOPBACK_ONLY: '1' });
  const preflight = await fetch(`${stack.baseUrl}/v1/me`, { method: 'OPTIONS' });
  consoleUrl = preflight.headers.get('access-control-allow-origin') ?? '';
});

afterAll(() => stack?.stop());

const openConsole = (fragment = '', more = {}) => openPage(fragment, { baseUrl: consoleUrl, ...more });

test('A person logs in with a password, sees events arrive, and reads an email of a stranger', async () => {
  const anonymous = new CheckedApi(stack.baseUrl);
  const slug = freshName('org');
  const email = `${slug}@example.com`;
  const password = `${slug} horse battery`;
  const names = { organization_name: 'Example Works', organization_slug: slug };
  await anonymous.ok('signup', { body: { ...names, email, password } });
  const code = await mailedCode(email, stack.baseUrl);
  const { api_key: key } = await anonymous.ok('verifySignup', { body: { email, code } });

  const page = await openConsole();
  await page.getByRole('heading', { name: 'AID console' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Organizations on this machine' }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'This machine' }).count()).toBe(0);

  const organization = { ...(await me(key)), key, api: anonymous.as(key) };
  const agent = await makeAgent(organization);
  const [mail] = corpusMails().filter(({ raw }) => /<script|onerror|https?:/i.test(raw.toString('latin1')));
  if (mail === undefined) throw new Error('the corpus has no such email');
  await sendMail({ envelope: { from: 'eve@evil.example', to: agent.address }, raw: mail.raw }, stack.smtpPort);
  // Nothing reloads the page: the event arrives on the stream.
  await page
    .getByRole('link', { name: /mail\.received/ })
    .first()
    .waitFor();
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('main').getByRole('link', { name: agent.displayName }).click();
  await page.locator('[data-row]').first().click();
  await page.getByRole('article', { name: 'Message' }).waitFor();
  await page.getByRole('tab', { name: 'Side by side' }).click();
  await page.getByRole('heading', { name: 'An agent reads' }).waitFor();

  // The snippets are for the address of the API and not for that of the page.
  await page
    .getByText(/^In code:/)
    .first()
    .click();
  await page.getByText(`${stack.baseUrl}/v1/`).first().waitFor();
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  expect(kept).not.toContain(slug);
});

test('A key logs in, what it changes is changed, and an error of the API is shown with its reason', async () => {
  const organization = await makeOrganization(stack.baseUrl);
  const page = await openConsole(`#/${organization.slug}/agents`);
  await page.getByLabel('Key').fill('aid_org_none');
  await page.getByRole('button', { name: 'Use key' }).click();
  await page
    .getByRole('alert')
    .getByText(/API key/i)
    .waitFor();
  await page.getByLabel('Key').fill(organization.key);
  await page.getByRole('button', { name: 'Use key' }).click();
  // The address names a place of the organization, and the login leads there.
  await page.getByText('New agent').click();
  await page.getByLabel('Handle').fill(organization.slug);
  await page.getByLabel('Name').fill('Billing');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Billing' }).waitFor();
  const { identities } = await organization.api.ok('listIdentities');
  expect(identities.map(({ handle }) => handle)).toEqual([organization.slug]);
});

test('An email says which images are not shown, because the page reads neither the files of mail nor other hosts', async () => {
  const organization = await makeOrganization(stack.baseUrl);
  const agent = await makeAgent(organization);
  const content = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const html = '<img alt="logo" src="cid:logo@example.com"><img alt="pixel" src="https://evil.example/pixel.gif">';
  const attachments = [{ filename: 'logo.png', content, cid: 'logo@example.com' }];
  await sendMail({ to: agent.address, subject: 'Our new logo', html, attachments }, stack.smtpPort);
  const page = await openConsole(`#/${organization.slug}/agents/${agent.id}`, { showsAttacks: true });
  await page.getByLabel('Key').fill(organization.key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('link', { name: /Our new logo/ }).click();
  const note = 'Not shown: 1 image attached to it (see its attachments), and 1 image from other hosts';
  await page.getByText(note).waitFor();
  await page.getByRole('list', { name: 'Attachments' }).getByRole('button', { name: 'logo.png' }).waitFor();
  await expectAccessible(page);
});

test('The page connects to the API and its event streams, and to nothing else', async () => {
  const page = await openConsole('', { showsAttacks: true });
  const response = await page.request.get('/');
  const policy = response.headers()['content-security-policy'];
  const socket = stack.baseUrl.replace('http', 'ws');
  expect(policy).toContain(`connect-src ${stack.baseUrl}/ ${socket}/`);
  const tried = (url: string) =>
    page.evaluate(
      (to) =>
        fetch(to).then(
          ({ status }) => status,
          () => 'refused',
        ),
      url,
    );
  expect(await tried(`${stack.baseUrl}/v1/health`)).toBe(200);
  for (const url of [`${consoleUrl}/console/app.js`, 'http://127.0.0.1:1/', 'https://evil.example/']) {
    expect(await tried(url), url).toBe('refused');
  }
});

test('The page may read every response, also those that API Gateway makes itself, and a page of another origin none', async () => {
  const organization = await makeOrganization(stack.baseUrl);
  const authorization = `Bearer ${organization.key}`;
  const large = 'x'.repeat(11 * 1024 * 1024);
  const json = { 'content-type': 'application/json' };
  for (const [status, path, init] of [
    [200, '/v1/me', { headers: { authorization } }],
    [200, '/v1/events?limit=1', { headers: { authorization } }],
    [200, '/v1/openapi.json', {}],
    [200, '/', {}],
    [400, '/v1/identities', { method: 'POST', headers: { authorization, ...json }, body: '{}' }],
    [401, '/v1/me', { headers: { authorization: 'Bearer aid_org_none' } }],
    [404, '/v1/nothing', {}],
    [413, '/v1/identities', { method: 'POST', headers: { authorization, ...json }, body: large }],
  ] as const) {
    const response = await fetch(stack.baseUrl + path, init);
    expect(response.status, path).toBe(status);
    expect(response.headers.get('access-control-allow-origin'), path).toBe(consoleUrl);
    expect(response.headers.get('access-control-expose-headers'), path).toContain('x-request-id');
    expect(response.headers.get('access-control-allow-credentials'), path).toBeNull();
  }
  const foreign = await fetch(`${stack.baseUrl}/v1/me`, { headers: { authorization, origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
});

async function me(key: string) {
  const { body } = await new CheckedApi(stack.baseUrl).as(key).call('getMe');
  const { org_id: id, org_name: name, org_slug: slug } = body as Record<string, string>;
  return { id: id ?? '', name: name ?? '', slug: slug ?? '' };
}
