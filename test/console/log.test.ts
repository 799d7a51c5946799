import { expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { mailedCode } from '../support/sent-mail.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, useBrowser } from './support/browser.ts';
import { chooseTheme, logOut } from './support/menu.ts';

useBrowser();

test('One click opens an organization of this machine, and another creates one to begin with', async () => {
  const { name, slug } = await makeOrganization();
  const page = await openPage();
  await page
    .getByLabel('Filter')
    .or(page.getByRole('heading', { name: 'AID console' }))
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/${slug}/log`);

  await logOut(page);
  await page.getByRole('button', { name: 'Create a demo organization' }).click();
  await page.getByRole('heading', { name: 'Tour' }).waitFor();
});

test('A key logs in, stays in the memory of the page, and a wrong one is refused with the reason', async () => {
  const organization = await makeOrganization();
  const page = await openPage();
  await page.getByLabel('Key').fill('aid_org_none');
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Key').fill(organization.key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  expect(kept).not.toContain('aid_');
});

test('A person logs in with an address and a password', async () => {
  const anonymous = new CheckedApi(sharedStack().baseUrl);
  const slug = freshName('org');
  const email = `${slug}@example.com`;
  const password = `${slug} horse battery`;
  const names = { organization_name: 'Example Works', organization_slug: slug };
  await anonymous.ok('signup', { body: { ...names, email, password } });
  await anonymous.ok('verifySignup', { body: { email, code: await mailedCode(email) } });
  const page = await openPage();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill('a wrong one, which is long');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/${slug}/log`);
});

test('An event appears as it is committed, with its payload, its deliveries and a replay', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start();
  try {
    await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    const page = await openPage(`#/${organization.slug}/log`);
    await page.getByText('There are no events yet.').waitFor();
    await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
    const row = page.getByRole('link', { name: /mail\.received.*Where is my order/ });
    await row.waitFor();
    await row.click();
    const detail = page.getByRole('article', { name: 'Event' });
    await detail.getByLabel('Payload').getByText('"subject"').waitFor();
    await detail.getByRole('cell', { name: 'delivered' }).waitFor();
    await expectAccessible(page);

    const [delivered] = await receiver.until(1);
    await detail.getByText('Delivery body').click();
    const body = detail.getByRole('region', { name: 'Delivery body' });
    await body.waitFor();
    expect(await body.textContent()).toBe(delivered?.body.toString('utf8'));
    await expectAccessible(page);
    await detail.getByRole('button', { name: 'Replay' }).click();
    const [first, again] = await receiver.until(2);
    expect(again?.body).toEqual(first?.body);

    await page.reload();
    await detail.getByLabel('Payload').getByText('"subject"').waitFor();
  } finally {
    await receiver.stop();
  }
});

test('The body of a delivery is shown byte for byte for every event of a task', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
  const receiver = await Receiver.start();
  try {
    await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    const task = await caller.api.ok('createTask', {
      body: { to_handle: worker.handle, message: 'Translate “this”.' },
    });
    await worker.api.ok('replyToTask', { params: { id: task.id }, body: { state: 'completed', result: { ok: true } } });
    const deliveries = await receiver.until(3);
    for (const { body } of deliveries) {
      const page = await openPage(`#/${organization.slug}/log/${JSON.parse(body.toString('utf8')).id}`);
      await page.getByText('Delivery body').click();
      const shown = page.getByRole('region', { name: 'Delivery body' });
      await shown.waitFor();
      expect(await shown.textContent()).toBe(body.toString('utf8'));
    }
  } finally {
    await receiver.stop();
  }
});

test('The filters of the log are in its address', async () => {
  const organization = await makeOrganization();
  const [one, other] = [await makeAgent(organization), await makeAgent(organization)];
  for (const { address, handle } of [one, other]) await sendMail({ to: address, subject: `To ${handle}`, text: 'x' });
  const page = await openPage(`#/${organization.slug}/log`);
  await page.getByRole('link', { name: `To ${other.handle}` }).waitFor();
  await page.getByLabel('Agent').selectOption(one.id);
  await page.getByRole('link', { name: `To ${one.handle}` }).waitFor();
  expect(await page.getByRole('link', { name: `To ${other.handle}` }).count()).toBe(0);
  expect(page.url()).toContain(`identity_id=${one.id}`);

  const again = await openPage(new URL(page.url()).hash);
  await again.getByRole('link', { name: `To ${one.handle}` }).click();
  await again.getByRole('link', { name: 'Filter by this thread' }).click();
  await again.getByRole('link', { name: /^thread_id/ }).click();
  await again.getByRole('link', { name: `To ${other.handle}` }).waitFor();
});

test('The log is used with the keyboard alone', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  for (const subject of ['Invoice', 'Receipt']) await sendMail({ to: agent.address, subject, text: 'x' });
  const page = await openPage(`#/${organization.slug}/log`);
  await page.getByRole('link', { name: 'Receipt' }).waitFor();
  await page.getByRole('link', { name: 'Invoice' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectAccessible(page);
  // Keys that follow Escape at once are keys of the page.
  for (const key of ['Escape', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('article', { name: 'Event' }).getByLabel('Payload').waitFor();
  await page.keyboard.press('/');
  await page.getByLabel('Type').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, agent, ID or words' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.type('log');
  await page.keyboard.press('Enter');
  await eventually(async () => expect(new URL(page.url()).hash).toBe(`#/${organization.slug}/log`));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, agent, ID or words' }).waitFor();
  await page.keyboard.type('provider acc');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Provider accounts' }).waitFor();
});

test('The log is accessible on a phone and a desktop, in light and in dark', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'A subject that is longer than a phone is wide'.repeat(3), text: 'x' });
  for (const { viewport, theme } of LOOKS) {
    const page = await openPage(`#/${organization.slug}/log`, { viewport });
    const row = page.getByRole('link', { name: /mail\.received/ });
    await row.waitFor();
    await chooseTheme(page, theme);
    await expectAccessible(page);
    await row.click();
    await page.getByRole('article', { name: 'Event' }).getByLabel('Payload').waitFor();
    await page.getByText('In code: POST').click();
    await expectAccessible(page);
  }
});

test('Programs get the links of the API at the address of the console, and it is the console for browsers', async () => {
  const { baseUrl } = sharedStack();
  expect(await (await fetch(baseUrl)).json()).toMatchObject({ name: 'AID' });
  const page = await openPage('', { baseUrl: baseUrl.replace('127.0.0.1', 'localhost') });
  expect(new URL(page.url()).hostname).toBe('127.0.0.1');
});

test('A delivery that failed is marked at its event, and its reason is in sight where the event is open', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start({ status: 500 });
  try {
    await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
    await eventually(async () => {
      const { deliveries } = await organization.api.ok('listDeliveries', { query: { status: 'dead_letter' } });
      expect(deliveries.length).toBe(1);
    });
    for (const { viewport } of LOOKS) {
      const page = await openPage(`#/${organization.slug}/log`, { viewport });
      const row = page.getByRole('link', { name: /Where is my order/ });
      await row.getByText('1 failed delivery').waitFor();
      await expectAccessible(page);
      await row.click();
      const event = page.getByRole('article', { name: 'Event' });
      const reason = event.getByRole('cell', { name: /^(?:Response )?HTTP 500/ });
      // What the receiver responded to each attempt is in sight without a click.
      await event
        .getByRole('listitem')
        .filter({ hasText: /HTTP 500, \d+ ms/ })
        .first()
        .waitFor();
      await reason.scrollIntoViewIfNeeded();
      const [cell, panel] = [
        await reason.boundingBox(),
        await page.getByRole('region', { name: 'Deliveries' }).boundingBox(),
      ];
      expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0));
    }
  } finally {
    await receiver.stop();
  }
});

test('A person saves a filter by name, opens it again and forgets it', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
  const page = await openPage(`#/${organization.slug}/log?type=mail.sent`);
  await page.getByText('No events match.').waitFor();
  await page.getByRole('button', { name: 'Save filter' }).click();
  await page.getByLabel('Filter name').fill('Sent');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Show all events' }).click();
  await page.getByRole('link', { name: /Where is my order/ }).waitFor();

  await page.reload();
  await page.getByRole('navigation', { name: 'Saved filters' }).getByRole('link', { name: 'Sent' }).click();
  await page.getByText('No events match.').waitFor();
  expect(page.url()).toContain('type=mail.sent');
  await page.getByRole('button', { name: 'Forget “Sent”' }).click();
  await page.getByRole('navigation', { name: 'Saved filters' }).waitFor({ state: 'detached' });
});
