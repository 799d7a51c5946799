import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { messageWith } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { DESKTOP, openPage, PHONE, useBrowser } from './support/browser.ts';
import { heldAgent } from './support/held-actions.ts';
import { openPersonMenu } from './support/menu.ts';

useBrowser();

const DAY_MS = 24 * 60 * 60 * 1000;

const form = (page: Page) => page.getByRole('form', { name: 'Compose' });

const upload = (page: Page, name: string) =>
  page.getByLabel('Files', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });

/** The drafts of an agent that are not sent yet. */
async function openDrafts({ api, id }: Agent) {
  const { drafts } = await api.ok('listDrafts', { params: { id } });
  return drafts.filter(({ status }) => status === 'draft' || status === 'scheduled');
}

test('A person sends HTML with a file to several recipients, and sees before what they will see', async () => {
  const organization = await makeOrganization();
  const [one, other, third] = [
    await makeAgent(organization),
    await makeAgent(organization),
    await makeAgent(organization),
  ];
  const page = await openPage(`#/${organization.slug}/agents/${one.id}/compose`, { viewport: PHONE });
  await form(page).getByLabel('To', { exact: true }).fill(other.address);
  await page.getByText('Cc and Bcc').click();
  await page.getByLabel('Bcc', { exact: true }).fill(third.address);
  await page.getByLabel('Subject').fill('Our offer');
  await page.getByLabel('Format').selectOption('html');
  await page.getByLabel('HTML', { exact: true }).fill('<p>The <b>blue</b> lamp</p>');
  await page.getByText('What recipients see').click();
  await page.frameLocator('iframe.mail').getByText('The blue lamp').waitFor();
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('One lamp.') },
    { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Our offer' }).waitFor();
  for (const agent of [other, third]) {
    const message = await messageWith(agent, 'Our offer');
    expect(message.attachments.map(({ filename, size }) => [filename, size])).toEqual([['offer.txt', 9]]);
    expect(message.to.map(({ address }) => address)).toEqual([other.address]);
    expect(message.cc).toEqual([]);
  }
});

test('A draft is saved, continued, scheduled, sent later or now, and discarded', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail?folder=drafts`);
  await page.getByText('There are no drafts.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Write a message' }).click();
  await page.getByLabel('Subject').fill('Monday');
  await upload(page, 'a.txt');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText(/^Saved as a draft/).waitFor();
  expect(await openDrafts(agent)).toMatchObject([{ subject: 'Monday', to: [], status: 'draft' }]);

  await page.goto(`/#/${organization.slug}/agents/${agent.id}/mail?folder=drafts`);
  await page.getByRole('link', { name: /Monday/ }).click();
  await page.getByRole('heading', { name: 'Draft' }).waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('Monday');
  await page.getByRole('list', { name: 'Files of the message' }).getByText('a.txt').waitFor();
  await page.getByLabel('To', { exact: true }).fill(agent.address);
  await page.getByLabel('Text', { exact: true }).fill('Good morning');
  await page.getByText('Send later').click();
  const time = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 16);
  await page.getByLabel('Time', { exact: true }).fill(time);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('link', { name: /Monday.*Scheduled: in/ }).waitFor();
  const [scheduled] = await openDrafts(agent);
  expect(scheduled).toMatchObject({ status: 'scheduled', attachments: [{ filename: 'a.txt' }] });
  expect(scheduled?.send_at).not.toBeNull();

  // Without a time it is sent now, once.
  await page.getByRole('link', { name: /Monday/ }).click();
  await page.getByRole('button', { name: 'Send without a time' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('article', { name: 'Message' }).waitFor();
  expect((await messageWith(agent, 'Monday')).has_attachments).toBe(true);
  expect(await openDrafts(agent)).toEqual([]);

  await page.goto(`/#/${organization.slug}/agents/${agent.id}/compose`);
  await page.getByLabel('Subject').fill('Never');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('There are no drafts.').waitFor();
  expect(await openDrafts(agent)).toEqual([]);
});

test('What is wrong is said at its field, and what was entered stays', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/compose`);
  await page.getByLabel('To', { exact: true }).fill('ada@example.com, nonsense');
  await page.getByLabel('Subject').fill('Hello');
  await page.getByLabel('Text', { exact: true }).fill('The text.');
  await page.getByText('Send later').click();
  await page.getByLabel('Time', { exact: true }).fill('2001-01-01T10:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('alert').waitFor();
  const to = page.getByLabel('To', { exact: true });
  await eventually(async () => expect(await to.getAttribute('aria-invalid')).toBe('true'));
  await expectAccessible(page);
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('The text.');
  await to.fill('ada@example.com');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByText('One field has to be corrected: send_at').waitFor();
  expect(await page.getByLabel('Time', { exact: true }).getAttribute('aria-invalid')).toBe('true');

  await page.getByRole('button', { name: 'Send without a time' }).click();
  await page.getByLabel('Files', { exact: true }).setInputFiles({
    ...{ name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(4 * 1024 * 1024) },
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('the files have 4.0 MB together').waitFor();
});

test('A message that a person has to approve is shown as held', async () => {
  const organization = await makeOrganization();
  const agent = await heldAgent(organization);
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/compose`, { viewport: DESKTOP });
  await page.getByLabel('To', { exact: true }).fill('ada@elsewhere.example');
  await page.getByLabel('Subject').fill('May I?');
  await page.getByLabel('Text', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Nothing is sent before a person approves it.').waitFor();
  await page.getByRole('link', { name: /May I\?.*Held for approval/ }).waitFor();
  await expectAccessible(page);
});

test('What is being written is there again after going back, and is not lost without a question', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const compose = `#/${organization.slug}/agents/${agent.id}/compose`;
  const page = await openPage(compose);
  const subject = page.getByLabel('Subject');
  await subject.fill('Monday');
  await upload(page, 'a.txt');
  await page.getByRole('link', { name: 'Threads' }).click();
  await page.getByText('There are no conversations yet.').waitFor();
  await page.goBack();
  await eventually(async () => expect(await subject.inputValue()).toBe('Monday'));
  await page.getByRole('button', { name: 'Remove a.txt' }).waitFor();

  const asked = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await subject.inputValue()).toBe('Monday');

  // What is saved is not asked about, and is continued where it was saved.
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText(/^Saved as a draft/).waitFor();
  await page.getByRole('link', { name: 'Threads' }).click();
  await page.getByText('There are no conversations yet.').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Draft' }).waitFor();
  await subject.fill('Tuesday');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await eventually(async () => expect((await openDrafts(agent)).map((draft) => draft.subject)).toEqual(['Tuesday']));

  // The next session on the page does not have what the one before was writing.
  await subject.fill('Wednesday');
  await openPersonMenu(page);
  const dialogs: string[] = [];
  page.once('dialog', async (dialog) => {
    dialogs.push(dialog.type());
    await dialog.accept();
  });
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Organizations on this machine' }).waitFor();
  expect(dialogs).toEqual(['confirm']);
  await page.goBack();
  await page.getByRole('heading', { name: 'New message' }).waitFor();
  expect(await subject.inputValue()).toBe('');
});

test('A draft of an agent keeps its text and its files, and fields stay open while they are emptied', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const params = { id: agent.id };
  const { id: did } = await agent.api.ok('createDraft', {
    params,
    body: {
      ...{ to: [agent.address], subject: 'Offer', text: 'In my own words', html: '<p>In HTML</p>' },
      attachments: [{ filename: 'a.txt', content_type: 'text/plain', content_base64: 'eA==' }],
    },
  });
  const draftNow = () => agent.api.ok('getDraft', { params: { ...params, did } });
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/compose?draft=${did}`);
  const files = page.getByRole('list', { name: 'Files of the message' });
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await saved;
  };
  await page.getByLabel('Subject').fill('Our offer');
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('In my own words');
  await expectAccessible(page);
  await upload(page, 'wrong.txt');
  await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
  await files.getByText('a.txt').waitFor();
  await save();
  expect(await draftNow()).toMatchObject({
    ...{ subject: 'Our offer', text: 'In my own words', html: '<p>In HTML</p>' },
    attachments: [{ filename: 'a.txt' }],
  });
  await page.getByRole('button', { name: 'Remove saved files' }).click();
  await files.waitFor({ state: 'detached' });
  await save();
  expect(await draftNow()).toMatchObject({ attachments: [] });

  await page.getByText('Cc and Bcc').click();
  await page.getByText('Send later').click();
  const [cc, time] = [page.getByLabel('Cc', { exact: true }), page.getByLabel('Time', { exact: true })];
  await cc.fill('a');
  await cc.fill('');
  await time.fill('2001-01-01T10:00');
  await time.fill('');
  expect([await cc.isVisible(), await time.isVisible()]).toEqual([true, true]);

  // The browser refuses a year of more than four digits, and so does the API.
  await time.fill('202609-05-12T03:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  expect(await page.evaluate(`document.querySelector('[name=sendAt]').validity.rangeOverflow`)).toBe(true);
  await page.evaluate(`document.querySelector('form.compose').noValidate = true`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByText('One field has to be corrected: send_at').waitFor();
  expect(await draftNow()).toMatchObject({ status: 'draft' });
});
