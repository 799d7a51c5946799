import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalEmails, emailDue } from '../support/approval-emails.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessServer } from '../support/in-process-server.ts';
import { mailedCodes } from '../support/mailed-codes.ts';
import { foundOrganization, invite, PASSWORD } from '../support/members.ts';
import { findChromium } from '../support/tools/find-chromium.ts';
import { LinkScanner } from './support/link-scanner.ts';

const engine = useEngine();
const { office, api } = useApprovals(engine);

const APPROVERS = 50;
/** As many as one email shows with their links. */
const AT_ONCE = 10;

/** Ends what hangs: some fifteen hundred pages take long on a busy machine. */
const ENDS_MS = 7_200_000;

let browser: Browser;
let server: InProcessServer;

beforeAll(async () => {
  // One person invites them all within the hour.
  api().limits.signupStartsPerHour = 2 * APPROVERS;
  server = await InProcessServer.start(api().services);
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Held emails, with the link and the code that each approver has for each of them, in the order of the approvers. */
async function asked(approvers: number, approvals: number) {
  const founded = await foundOrganization(api(), engine.table);
  const people = [founded.email];
  for (let index = 1; index < approvers; index++) {
    const email = `approver-${index}-of-${founded.slug}@example.com`;
    await invite(api(), founded.token, email, 'approver');
    const { code = '' } = (await mailedCodes(api(), engine.table, email, founded.id)).at(-1) ?? {};
    await api().call('joinOrganization', { body: { email, code, password: PASSWORD } });
    people.push(email);
  }
  const made = await office({ mail: 'always' }, founded);
  const ids: string[] = [];
  for (let index = 0; index < approvals; index++) {
    const { approval } = await made.held({ subject: `Order ${271_828 + index}`, text: `Pay ${314_159 + index} now.` });
    ids.push(String(approval.id));
    if (ids.length % AT_ONCE === 0 || ids.length === approvals) await emailDue(api(), engine.table, founded.id);
  }
  const emails = await approvalEmails(api(), engine.table, founded.id);
  const pageOf = (person: number, id: string) => {
    const own = emails.filter(({ to }) => to === people[person]);
    const found = own.flatMap((email) => email.approvals).find(({ approvalId }) => approvalId === id);
    if (found === undefined) throw new Error('the person has no email about it');
    // The service has another address by now: links are valid under it.
    return { link: found.link.replace('https://api.test', server.url), code: found.code ?? '' };
  };
  const statuses = () => Promise.all(ids.map(async (id) => (await made.read(id)).status));
  return { founded, made, ids, pageOf, statuses };
}

async function decide(page: Page, link: string, fields: Readonly<Record<string, string>>, button: string) {
  await page.goto(link);
  const form = page.locator('form', { has: page.locator(`[name=${Object.keys(fields)[0]}]`) });
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name=${name}]`).fill(value);
  await form.getByRole('button', { name: button }).click();
  await page.waitForLoadState();
  return page.locator('h1').innerText();
}

test(
  'A scanner with scripts, which presses every button of the pages of 50 approvers and guesses, decides nothing',
  async () => {
    const { made, ids, pageOf, statuses } = await asked(APPROVERS, APPROVERS);
    const scanner = await LinkScanner.start(browser);
    let submitted = 0;
    for (const [person, id] of ids.entries()) {
      const { link, code } = pageOf(person, id);
      const page = await fetch(link);
      expect(`${link} ${await page.text()}`).not.toContain(code);
      const scan = await scanner.scan(link);
      submitted += scan.submitted;
      // Guesses from the page are wrong, or refused after five. Without a code or a login there is nothing to refuse.
      expect(scan.statuses.slice(-2)).toEqual([400, 400]);
      expect(scan.statuses.length).toBeGreaterThanOrEqual(6);
      expect(new Set(scan.statuses.slice(0, -2))).toEqual(new Set([403]));
    }
    expect(submitted).toBeGreaterThanOrEqual(APPROVERS * 6);
    expect(new Set(server.methods)).toEqual(new Set(['HEAD', 'GET', 'POST']));
    expect(await statuses()).toEqual(Array(APPROVERS).fill('pending'));
    expect((await made.events()).filter(({ type }) => type === 'approval.decided')).toEqual([]);
  },
  ENDS_MS,
);

test('A person who types the code into the page decides once, and one who logs in decides too', async () => {
  const { founded, made, ids, pageOf, statuses } = await asked(2, 3);
  const [first = '', second = '', third = ''] = ids;
  const page = await (await browser.newContext()).newPage();

  const { link, code } = pageOf(1, first);
  expect(await decide(page, link, { code }, 'Approve')).toBe('It was approved.');
  expect(await statuses()).toEqual(['approved', 'pending', 'pending']);
  // The second use, also by the other approver's code, and for another approval.
  const again = await page.request.post(link, {
    form: { code, decision: 'approve', content_hash: String((await made.read(first)).content_hash) },
  });
  expect(again.status()).toBe(409);
  const elsewhere = pageOf(1, second);
  if (elsewhere.code !== code) {
    await decide(page, elsewhere.link, { code }, 'Approve');
    expect(await statuses()).toEqual(['approved', 'pending', 'pending']);
  }
  expect(await decide(page, elsewhere.link, { code: elsewhere.code }, 'Deny')).toBe('It was denied.');

  const login = { email: founded.email, password: PASSWORD };
  expect(await decide(page, pageOf(1, third).link, login, 'Approve')).toBe('It was approved.');
  expect(await made.read(third)).toMatchObject({ status: 'approved', decided_by: founded.userId });
  expect((await made.events()).filter(({ type }) => type === 'approval.decided')).toHaveLength(3);
  await page.context().close();
});
