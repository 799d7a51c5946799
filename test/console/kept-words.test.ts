import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messageWith } from '../support/log-reader.ts';
import { openPage, useBrowser } from './support/browser.ts';
import { heldAgent, hold } from './support/held-actions.ts';
import { holdRequests } from './support/hold-requests.ts';
import { areaLink } from './support/menu.ts';

useBrowser();

/** What a person types stays, whatever the page loads or stores meanwhile. */

async function leaveAndReturn(page: Page): Promise<void> {
  await (await areaLink(page, 'Contacts')).click();
  await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor();
  await page.goBack();
}

test('A label that a person types while another one is added or removed stays', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'Numbers', text: 'x' });
  const { id } = await messageWith(agent, 'Numbers');
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail/${id}`);
  const labels = page.getByRole('group', { name: 'Labels' });
  const field = labels.getByLabel('Label', { exact: true });
  await field.fill('first');
  const adding = await holdRequests(page, 'PATCH', /\/mail\/messages\//);
  await page.keyboard.press('Enter');
  await adding.arrived;
  await field.fill('second');
  adding.release();
  const remove = labels.getByRole('button', { name: 'Remove label first' });
  await remove.waitFor();
  expect(await field.inputValue()).toBe('second');
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('second');
  await page.keyboard.press('Enter');
  await labels.getByRole('link', { name: 'second' }).waitFor();
  await page.locator('form:has(input[name="label"]:placeholder-shown)').waitFor();
});

test('The next message to a task that a person types while one is sent stays', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
  const task = await caller.api.ok('createTask', { body: { to_handle: worker.handle, message: 'Translate this.' } });
  const page = await openPage(`#/${organization.slug}/tasks/${task.id}`);
  const form = page.getByRole('form', { name: 'Write as the caller' });
  const field = form.getByLabel('Message');
  await field.fill('Into French.');
  const revoking = await holdRequests(page, 'POST', /\/v1\/api-keys\/.*\/revoke$/);
  await form.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('listitem').getByText('Into French.').waitFor();
  await revoking.arrived;
  await field.fill('By tomorrow.');
  revoking.release();
  await form.locator('button:enabled', { hasText: 'Add message' }).waitFor();
  expect(await field.inputValue()).toBe('By tomorrow.');
  await form.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('listitem').getByText('By tomorrow.').waitFor();
  await form.locator('textarea:placeholder-shown, textarea:invalid').waitFor();
});

test('A first task that arrives closes no dialog in which a person writes one', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
  const page = await openPage(`#/${organization.slug}/tasks`);
  await page.getByRole('button', { name: 'Send the first task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Message').fill('Mine');
  await caller.api.ok('createTask', { body: { to_handle: worker.handle, message: 'Another one' } });
  await page.locator('main ul.tasks li').getByText('Another one').waitFor();
  expect(await dialog.getByLabel('Message').inputValue()).toBe('Mine');
  await dialog.getByLabel('From').selectOption({ label: caller.handle });
  await dialog.getByLabel('To').fill(worker.handle);
  await dialog.getByRole('button', { name: 'Send task' }).click();
  await page.locator('main ul.tasks li').getByText('Mine').waitFor();
  expect(await dialog.count()).toBe(0);
});

test('A reply to a task stays when a person leaves the page before sending it', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
  const task = await caller.api.ok('createTask', { body: { to_handle: worker.handle, message: 'Translate this.' } });
  const page = await openPage(`#/${organization.slug}/tasks/${task.id}`);
  const form = page.getByRole('form', { name: 'Reply as the worker' });
  const [state, reply] = [form.getByLabel('State'), form.getByLabel('Reply')];
  await state.selectOption('input_required');
  await reply.fill('Into which language?');
  await leaveAndReturn(page);
  await reply.waitFor();
  expect([await state.inputValue(), await reply.inputValue()]).toEqual(['input_required', 'Into which language?']);
  await form.getByRole('button', { name: 'Reply' }).click();
  await page.getByRole('listitem').getByText('Into which language?').waitFor();
  await form.locator('button:enabled', { hasText: 'Reply' }).waitFor();
  expect([await state.inputValue(), await reply.inputValue()]).toEqual(['completed', '']);
  await leaveAndReturn(page);
  await reply.waitFor();
  expect([await state.inputValue(), await reply.inputValue()]).toEqual(['completed', '']);
});

test('Changes to a held email stay when a person leaves the page, until they are discarded', async () => {
  const organization = await makeOrganization();
  const { approvalId } = await hold(await heldAgent(organization), { subject: 'Hello' });
  const page = await openPage(`#/${organization.slug}/approvals/${approvalId}`);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  const subject = page.getByLabel('Subject');
  await subject.fill('Hello, Ada');
  await leaveAndReturn(page);
  await subject.waitFor();
  expect(await subject.inputValue()).toBe('Hello, Ada');
  await page.getByRole('button', { name: 'Discard the changes' }).click();
  await edit.waitFor();
  await leaveAndReturn(page);
  await edit.click();
  expect(await subject.inputValue()).toBe('Hello');
});
