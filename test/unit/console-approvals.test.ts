import { expect, test } from 'vitest';
import { otherGates, settingsOf } from '#clients/console/src/approvals/approval-settings-form.ts';
import { draftOf, editsOf, otherBody } from '#clients/console/src/approvals/mail-edits.ts';
import { saysTheSame } from '#clients/console/src/approvals/says-the-same.ts';
import { lineDifference } from '#clients/console/src/widgets/line-difference.ts';
import type { ApprovalSettings, MailPreview } from '#clients/typescript/src/index.ts';

const MAIL: MailPreview = {
  from: [{ address: 'agent@agents.test', name: null }],
  to: [
    { address: 'ada@example.com', name: 'Lovelace, "Ada" <x>' },
    { address: 'grace@example.com', name: null },
  ],
  cc: [],
  bcc: [],
  reply_to: [],
  subject: 'Hello',
  snippet: 'One.',
  text: 'One.\r\nTwo.',
  attachments: [],
  answers: null,
};

const shown = (before: string, after: string) =>
  lineDifference(before, after).map(({ change, text }) => `${{ same: '', removed: '-', added: '+' }[change]}${text}`);

test('A difference has the lines that are removed and added, and those of both texts', () => {
  expect(shown('a\nb\nc\nd', 'a\nc\nx\nd')).toEqual(['a', '-b', 'c', '+x', 'd']);
  expect(shown('', 'a\nb')).toEqual(['+a', '+b']);
  expect(shown('a\nb', '')).toEqual(['-a', '-b']);
  expect(shown('a\r\nb', 'a\nb')).toEqual(['a', 'b']);
  expect(shown('a\na', 'a\na\na')).toEqual(['a', 'a', '+a']);
});

test('A difference of any two texts makes the later one of the earlier one', () => {
  const texts = Array.from({ length: 60 }, (_, seed) =>
    Array.from({ length: seed % 9 }, (_, line) => 'abc'[(seed * 7 + line * line * (seed % 5)) % 3]).join('\n'),
  );
  for (const before of texts) {
    for (const after of texts) {
      const lines = lineDifference(before, after);
      const without = (change: string) => lines.filter((one) => one.change !== change).map(({ text }) => text);
      expect(without('added').join('\n')).toBe(before);
      expect(without('removed').join('\n')).toBe(after);
    }
  }
});

test('A difference of texts with many changed lines is shown as a whole', () => {
  const numbered = (name: string) => Array.from({ length: 2_000 }, (_, line) => `${name} ${line}`).join('\n');
  const lines = lineDifference(numbered('old'), numbered('new'));
  expect(lines.filter(({ change }) => change === 'removed')).toHaveLength(2_000);
  expect(lines.at(-1)).toEqual({ change: 'added', text: 'new 1999' });
});

test('Only the fields that were changed are edits, and recipients who were there keep their names', () => {
  const before = draftOf(MAIL, '<p>One.</p>');
  expect(editsOf(MAIL, before, before)).toBeUndefined();
  expect(editsOf(MAIL, before, { ...before, text: 'One.\nTwo.' })).toBeUndefined();
  expect(editsOf(MAIL, before, { ...before, text: 'One.', subject: '' })).toEqual({ text: 'One.', subject: '' });
  const [first = ''] = before.to.split('\n');
  expect(editsOf(MAIL, before, { ...before, to: `${first}\n\n  Joan <joan@example.com> ` })).toEqual({
    to: [MAIL.to[0], 'Joan <joan@example.com>'],
  });
  expect(editsOf(MAIL, before, { ...before, to: '' })).toEqual({ to: [] });
});

test('An edit of one body says what becomes of the other one', () => {
  expect(otherBody({ text: 'x' }, true)).toContain('HTML is removed');
  expect(otherBody({ html: '<p>x</p>' }, true)).toContain('made anew');
  for (const edits of [{ text: 'x', html: '<p>x</p>' }, { subject: 'x' }])
    expect(otherBody(edits, true)).toBeUndefined();
  expect(otherBody({ text: 'x' }, false)).toBeUndefined();
});

test('Two bodies differ if they have other letters or digits, and not if they have other marks', () => {
  expect(saysTheSame('Hello, *Ada*!\n- 1', 'Hello Ada 1')).toBe(true);
  expect(saysTheSame('Pay 100', 'Pay 1000')).toBe(false);
  expect(saysTheSame('Grüße', 'GRÜSSE')).toBe(false);
});

test('A form of settings sets what it has, and leaves the settings of a newer service as they are', () => {
  const present = {
    identity_id: null,
    mail: 'never',
    vault: 'never',
    tunnel: 'always',
    task: 'never',
    pause: { minutes: 5 },
    hold_days: null,
    ttl_seconds: 604_800,
    approvers: [],
    mail_per_day: 10,
    new_recipients_per_day: null,
    leases_per_day: null,
    updated_at: null,
  } as ApprovalSettings;
  expect(otherGates(present)).toEqual([
    ['tunnel', 'always'],
    ['task', 'never'],
  ]);
  const fields = {
    mail: 'external',
    vault: 'always',
    tunnel: 'never',
    hold_days: ' 3 ',
    ttl_seconds: '300',
    approvers: 'ada@example.com,\n grace@example.com\n',
    mail_per_day: '',
    new_recipients_per_day: '0',
    leases_per_day: '',
  };
  expect(settingsOf(present, fields)).toEqual({
    mail: 'external',
    vault: 'always',
    tunnel: 'never',
    task: 'never',
    pause: { minutes: 5 },
    hold_days: 3,
    ttl_seconds: 300,
    approvers: ['ada@example.com', 'grace@example.com'],
    mail_per_day: null,
    new_recipients_per_day: 0,
    leases_per_day: null,
  });
});
