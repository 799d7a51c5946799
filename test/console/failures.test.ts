import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import type { SuccessOf } from '#testing/operations.ts';
import { Receiver } from '#testing/receiver.ts';
import { startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { SHARED_SETTINGS } from '../support/shared-settings.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';
import { chooseTheme } from './support/menu.ts';

useBrowser();

type Delivery = SuccessOf<'listDeliveries'>['deliveries'][number];

/** Makes an endpoint for the receiver of this machine by a click, and returns its id. */
async function connectReceiver(page: Page, { api }: Organization): Promise<string> {
  await page.getByRole('button', { name: 'Create an endpoint for it' }).click();
  await page.getByRole('link', { name: 'Open the endpoint and its deliveries' }).waitFor();
  return (await api.ok('listWebhooks')).webhooks[0]?.id ?? '';
}

/** Sends a test to an endpoint, and returns the delivery once it has ended. */
async function tested({ api }: Organization, id: string): Promise<Delivery> {
  const { delivery_id: deliveryId } = await api.ok('testWebhook', { params: { id } });
  return eventually(async () => {
    const { deliveries } = await api.ok('listDeliveries', { query: { webhook_id: id } });
    const found = deliveries.find((one) => one.id === deliveryId);
    expect(found?.status).toMatch(/delivered|dead_letter/);
    return found as Delivery;
  });
}

test('A person makes an endpoint for the receiver of this machine, and sees what arrives and its signature', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/machine/failures`);
  await page.getByText('Nothing has arrived yet.').waitFor();
  await expectAccessible(page);
  const id = await connectReceiver(page, organization);
  expect(await tested(organization, id)).toMatchObject({ status: 'delivered', response_status: 200 });
  const arrived = page.getByRole('region', { name: 'Received deliveries' });
  await arrived.getByText('signature verified').waitFor();
  await arrived.getByText('webhook.test').first().click();
  await arrived.getByText('x-aid-signature', { exact: true }).waitFor();
  await arrived.getByText('test, not in the log').waitFor();
  expect(await arrived.getByRole('link', { name: /^evt_/ }).count()).toBe(0);
  const body = await arrived.getByRole('region', { name: 'Body' }).textContent();
  expect(JSON.parse(body ?? '')).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
  await expectAccessible(page);
});

test('The receiver of this machine fails in every way that a person chooses, and a banner says so', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/machine/failures`, { viewport: PHONE });
  const id = await connectReceiver(page, organization);
  const choose = async (response: string) => {
    const isChoice = (request: Request) => request.method() === 'POST' && request.url().endsWith('/_local/receiver');
    const chosen = page.waitForResponse((arrived) => isChoice(arrived.request()));
    await page.getByLabel('It responds').selectOption(response);
    await chosen;
  };
  const banner = page.getByRole('complementary', { name: 'Simulated failures' });
  for (const [response, expected] of [
    ['slow', { status: 'delivered', response_status: 200 }],
    ['429', { status: 'dead_letter', response_status: 429 }],
    ['500', { status: 'dead_letter', response_status: 500 }],
    ['hang', { status: 'dead_letter', response_status: null }],
  ] as const) {
    await choose(response);
    await banner.waitFor();
    const delivery = await tested(organization, id);
    expect(delivery, response).toMatchObject(expected);
    if (response === 'slow') expect(delivery.duration_ms).toBeGreaterThanOrEqual(2_000);
  }
  await expectAccessible(page);
  await choose('410');
  await tested(organization, id);
  await eventually(async () =>
    expect((await organization.api.ok('listWebhooks')).webhooks[0]).toMatchObject({
      enabled: false,
      disabled_reason: 'gone',
    }),
  );
  await page.goto(`/#/${organization.slug}/log`);
  await banner.getByRole('button', { name: 'Back to normal' }).click();
  await banner.waitFor({ state: 'detached' });
  await organization.api.ok('updateWebhook', { params: { id }, body: { enabled: true } });
  expect(await tested(organization, id)).toMatchObject({ status: 'delivered' });
});

test('A delivery that got 429 with Retry-After is tried again when the receiver has asked for it', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openPage(`#/${organization.slug}/machine/failures`);
  await connectReceiver(page, organization);
  await page.getByLabel('It responds').selectOption('429');
  await page.getByRole('complementary', { name: 'Simulated failures' }).waitFor();
  await agent.api.ok('sendMail', { params: { id: agent.id }, body: { to: [agent.address], subject: 'x', text: 'x' } });
  const delivery = await eventually(async () => {
    const { deliveries } = await organization.api.ok('listDeliveries', { query: { status: 'retrying' } });
    expect(deliveries.length).toBeGreaterThan(0);
    return deliveries[0] as Delivery;
  });
  const waits = Date.parse(delivery.next_attempt_at ?? '') - Date.parse(delivery.updated_at);
  expect(waits).toBeGreaterThanOrEqual(29_000);
  await page.getByRole('button', { name: 'Back to normal' }).first().click();
});

test('A person has the sending of email refused: it waits and then is sent, or fails for good', async () => {
  // The whole machine refuses to send.
  const stack = await startStack(SHARED_SETTINGS);
  const { baseUrl } = stack;
  const organization = await makeOrganization(baseUrl);
  const agent = await makeAgent(organization);
  const to = ['success@simulator.amazonses.com'];
  const send = (subject: string) =>
    agent.api.ok('sendMail', { params: { id: agent.id }, body: { to, subject, text: 'x' } });
  const read = async (messageId: string) => agent.api.ok('getMessage', { params: { id: agent.id, mid: messageId } });
  const page = await openPage(`#/${organization.slug}/machine/failures`, { baseUrl });
  const sending = page.getByLabel('Amazon SES');
  const banner = page.getByRole('complementary', { name: 'Simulated failures' });
  try {
    for (const [dial, reason] of [
      ['throttled', 'TooManyRequestsException'],
      ['paused', 'SendingPausedException'],
    ] as const) {
      await sending.selectOption(dial);
      await banner.waitFor();
      await chooseTheme(page, dial === 'paused' ? 'dark' : 'light');
      await expectAccessible(page);
      const { id } = await send(dial);
      await eventually(async () => expect((await read(id)).detail).toContain(reason));
      expect((await read(id)).status).toBe('queued');
      await banner.getByRole('button', { name: 'Back to normal' }).click();
      await banner.waitFor({ state: 'detached' });
      await eventually(async () => expect((await read(id)).status).toBe('delivered'));
    }
    await sending.selectOption('rejected');
    await banner.waitFor();
    const { id } = await send('rejected');
    await eventually(async () => expect((await read(id)).status).toBe('failed'));
  } finally {
    await stack.stop();
  }
});

test('What no dial has is refused, and no receiver exists without an organization', async () => {
  const { baseUrl } = sharedStack();
  const { slug } = await makeOrganization();
  for (const [path, body] of [
    ['dials', { sending: 'never' }],
    ['dials', {}],
    ['receiver', { organization: slug, response: '200' }],
    ['receiver', { organization: 'no-such-organization' }],
    ['receiver', null],
  ] as const) {
    const response = await fetch(`${baseUrl}/_local/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect([path, body, response.status]).toEqual([path, body, 400]);
  }
  expect((await fetch(`${baseUrl}/_local/receiver?organization=none`)).status).toBe(400);
  expect((await fetch(`${baseUrl}/_local/receivers/none`, { method: 'POST', body: '{}' })).ok).toBe(false);
  const foreign = { method: 'POST', body: '{}', headers: { origin: 'https://evil.example' } };
  expect((await fetch(`${baseUrl}/_local/receivers/${slug}`, foreign)).status).toBe(403);
});

test('A person pastes a delivery, and sees whether its signature is genuine or why not', async () => {
  const organization = await makeOrganization();
  const receiver = await Receiver.start();
  try {
    const { id, secret } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    await organization.api.ok('testWebhook', { params: { id } });
    const [request] = await receiver.until(1);
    const body = request?.body.toString('utf8') ?? '';
    const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    const page = await openPage(`#/${organization.slug}/organization/signatures`);
    const sent: string[] = [];
    page.on('request', (one) => sent.push(`${one.url()} ${one.postData() ?? ''}`));
    const form = page.getByRole('form', { name: 'Check a signature' });
    const check = async (pasted: string, key: string) => {
      await form.getByLabel('Body').fill(pasted);
      await form.getByLabel('Headers').fill(headers.join('\n'));
      await form.getByLabel('Secret').fill(key);
      await form.getByRole('button', { name: 'Verify' }).click();
    };
    await check(body, secret);
    await page.getByText('The signature is genuine.').waitFor();
    await expectAccessible(page);
    await check(JSON.stringify(JSON.parse(body), null, 2), secret);
    await page.getByText('It matches the body without whitespace').waitFor();
    await check(body, `${secret}x`);
    await page.getByText('signature_mismatch').waitFor();
    await expectAccessible(page);
    expect(sent.filter((text) => text.includes(secret) || text.includes('webhook.test'))).toEqual([]);
  } finally {
    await receiver.stop();
  }
});
