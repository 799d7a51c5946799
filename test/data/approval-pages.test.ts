import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#shared/domain/time/time.ts';
import { approvalEmails, emailDue, openPage } from '../support/approval-emails.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { wrongCode } from '../support/mailed-codes.ts';
import { foundOrganization, join, PASSWORD } from '../support/members.ts';

const engine = useEngine();
const { office, api } = useApprovals(engine);

/** A held email, the approver of which has got an email about it. */
async function asked(settings: object = {}, body: Record<string, unknown> = {}) {
  const founded = await foundOrganization(api(), engine.table);
  const approver = await join(api(), engine.table, founded, 'approver');
  const made = await office({ mail: 'always', ...settings }, founded);
  const { messageId, approval } = await made.held(body);
  await emailDue(api(), engine.table, founded.id);
  const emails = await approvalEmails(api(), engine.table, founded.id);
  const shown = emails.find(({ to }) => to === approver.email)?.approvals[0];
  if (shown === undefined) throw new Error('the approver has no email');
  const { link, code } = shown;
  const decide = (form: Record<string, string>, decision = 'approve') =>
    openPage(api(), link, { content_hash: String(approval.content_hash), decision, ...form });
  return {
    founded,
    approver,
    made,
    messageId,
    approval,
    link,
    code: code ?? '',
    show: () => openPage(api(), link),
    decide,
    byCode: (typed: string, decision?: string) => decide({ code: typed }, decision),
    status: async () => (await made.read(String(approval.id))).status,
    member: (call: 'updateMember' | 'deleteMember', more: object = {}) =>
      api().call(call, { key: founded.token, params: { id: approver.id }, ...more }),
  };
}

const NOTHING = 'https://api.test/v1/approval-links/apl_00000000000000000000000000000000000000000000';

test('The page shows what would happen, and a person who types the code of the email decides once', async () => {
  const { approver, made, messageId, approval, code, show, byCode } = await asked(
    {},
    {
      subject: 'An <offer>',
      text: 'Look: https://example.com/',
      html: '<p>Look at <a href="https://x.example">it</a></p>',
    },
  );
  const page = await show();
  expect(page.status).toBe(200);
  for (const shown of ['An &#60;offer&#62;', 'Look: https://example.com/', approval.id, approval.content_hash]) {
    expect(page.text).toContain(shown);
  }
  expect(page.text).not.toContain(code);
  expect(page.text).not.toMatch(/<(?:a|img|script|iframe|object|link|base)\b/);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; base-uri 'none'; form-action 'self'/,
  );
  expect(page.headers.get('set-cookie')).toBeNull();

  const typed = await byCode(`${code.slice(0, 3)} ${code.slice(3)}`);
  expect([typed.status, typed.text]).toEqual([200, expect.stringContaining('It was approved.')]);
  expect(await made.read(String(approval.id))).toMatchObject({ status: 'approved', decided_by: approver.id });
  expect(await made.deliver(messageId)).toBe(true);
  expect((await made.events()).at(-1)?.payload).toMatchObject({ actor: { actorType: 'user', actorId: approver.id } });

  const again = await byCode(code);
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('It was approved.')]);
  expect((await byCode(code, 'deny')).status).toBe(409);
  expect((await made.events()).filter(({ type }) => type === 'approval.decided')).toHaveLength(1);
  const { entries } = (await api().call('listAudit', { key: made.organization.key })).body;
  expect(entries.filter(({ target }) => target.id === approval.id)).toMatchObject([
    { action: 'approveAction', actor: { type: 'user', id: approver.id, label: approver.email } },
  ]);
});

test('A person denies with the code and a reason', async () => {
  const { approver, made, approval, code, decide } = await asked();
  expect((await decide({ code, reason: 'Not to them.' }, 'deny')).status).toBe(200);
  expect(await made.read(String(approval.id))).toMatchObject({
    status: 'denied',
    reason: 'Not to them.',
    decided_by: approver.id,
  });
});

test('Two people who type their codes at once decide once', async () => {
  const { founded, made, approval, byCode, code } = await asked();
  const emails = await approvalEmails(api(), engine.table, founded.id);
  const other = emails.find(({ to }) => to === founded.email)?.approvals[0];
  const form = { content_hash: String(approval.content_hash), decision: 'deny', code: other?.code ?? '' };
  const statuses = await Promise.all([byCode(code), openPage(api(), other?.link ?? '', form)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await made.events()).filter(({ type }) => type === 'approval.decided')).toHaveLength(1);
});

test('A request without a code and a login decides nothing, and uses up no guess', async () => {
  const { decide, byCode, code, status, link, show } = await asked();
  const forms: Record<string, string>[] = [
    {},
    { code: '' },
    { code: 'approve' },
    { code: '12345678' },
    { email: 'a@example.com' },
  ];
  for (const form of forms) {
    expect((await decide(form)).status, JSON.stringify(form)).toBe(400);
  }
  expect((await openPage(api(), link, {})).status).toBe(400);
  expect((await openPage(api(), link, { code })).status).toBe(400);
  expect((await show()).status).toBe(200);
  expect(await status()).toBe('pending');
  expect((await byCode(code)).status).toBe(200);
});

test('After five wrong codes only a login decides, and each of concurrent guesses counts', async () => {
  const { byCode, code, show, status, approver, decide } = await asked();
  const guesses = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((offset) => byCode(wrongCode(code, offset))));
  expect(guesses.map((one) => one.status)).toEqual(Array(7).fill(403));
  expect(guesses.filter(({ text }) => text.includes('The code is wrong.'))).toHaveLength(5);
  expect((await byCode(code)).status).toBe(403);
  expect(await status()).toBe('pending');
  expect((await show()).text).not.toContain('name="code"');
  expect((await decide({ email: approver.email, password: PASSWORD })).status).toBe(200);
  expect(await status()).toBe('approved');
});

test('A code is accepted for a day, and not after the end of its approval', async () => {
  const first = await asked();
  api().now = () => Date.now() + DAY + MINUTE;
  expect((await first.byCode(first.code)).status).toBe(403);
  api().now = Date.now;
  const second = await asked({ ttl_seconds: 300 });
  api().now = () => Date.now() + 6 * MINUTE;
  const late = await second.byCode(second.code);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('No one decided in time')]);
});

test('A login decides, also that of another approver; a wrong password and a viewer do not', async () => {
  const { founded, made, approval, approver, decide, status } = await asked();
  const viewer = await join(api(), engine.table, founded, 'viewer');
  const stranger = await foundOrganization(api(), engine.table);
  const refused = [
    { email: approver.email, password: 'not the password' },
    { email: viewer.email, password: PASSWORD },
    { email: stranger.email, password: PASSWORD },
  ];
  for (const login of refused) expect((await decide(login)).status, login.email).toBe(403);
  expect(await status()).toBe('pending');
  expect((await decide({ email: founded.email, password: PASSWORD })).status).toBe(200);
  expect(await made.read(String(approval.id))).toMatchObject({ status: 'approved', decided_by: founded.userId });
});

test('The decision is about the content that the page has shown', async () => {
  const { link, code, status } = await asked();
  const form = { content_hash: 'f'.repeat(64), decision: 'approve', code };
  const changed = await openPage(api(), link, form);
  expect([changed.status, changed.text]).toEqual([409, expect.stringContaining('Nothing was decided')]);
  expect(await status()).toBe('pending');
});

test('A member who was removed, has a lesser role or is not named any more gets the page of a wrong link', async () => {
  const wrong = await openPage(api(), NOTHING);
  expect(wrong.status).toBe(404);
  const changes: ((one: Awaited<ReturnType<typeof asked>>) => Promise<unknown>)[] = [
    ({ member }) => member('deleteMember'),
    ({ member }) => member('updateMember', { body: { role: 'viewer' } }),
    ({ made, founded }) => made.set({ mail: 'always', approvers: [founded.email] }),
  ];
  for (const change of changes) {
    const one = await asked();
    await change(one);
    const answers = [await one.show(), await one.byCode(one.code)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([404, wrong.text]));
    expect(await one.status()).toBe('pending');
  }
});

test('Wrong links get the same page, whatever they look like', async () => {
  const texts = [];
  for (const token of ['x', 'apl_', `apl_${'a'.repeat(44)}`, '%3Cb%3E']) {
    const { status, text } = await openPage(api(), `https://api.test/v1/approval-links/${token}`);
    expect(status).toBe(404);
    texts.push(text);
  }
  expect(new Set(texts).size).toBe(1);
});

test('Where a second factor is required, the email has no code, and a mailbox alone decides nothing', async () => {
  const { founded, link, code, byCode, show, made, status } = await asked();
  const body = { require_second_factor: true };
  expect((await api().call('setMemberSettings', { key: founded.token, body })).status).toBe(200);
  expect((await show()).text).not.toContain('name="code"');
  expect((await byCode(code)).status).toBe(403);
  expect(await status()).toBe('pending');
  expect(link).not.toContain(code);
  await made.held({ subject: 'Another' });
  await emailDue(api(), engine.table, founded.id);
  const emails = await approvalEmails(api(), engine.table, founded.id);
  expect(emails.slice(2).flatMap(({ approvals }) => approvals.map((one) => one.code))).toEqual([null, null]);
});

test('Neither the token of a link nor a code is stored in the clear', async () => {
  const { link, code } = await asked();
  const token = link.split('/').at(-1) ?? '';
  const rows = JSON.stringify(await everyRow(engine.table));
  expect(rows).not.toContain(token);
  expect(rows).not.toContain(`"${code}"`);
});
