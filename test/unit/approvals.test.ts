import fc from 'fast-check';
import { expect, test } from 'vitest';
import { APPROVAL_STATUSES, statusAt } from '#shared/domain/approval/approval.ts';
import {
  ACTION_GATES,
  type ApprovalSettings,
  DEFAULT_APPROVAL_SETTINGS,
  isHeldAsNew,
  MAIL_GATES,
  stricterSettings,
} from '#shared/domain/approval/approval-settings.ts';
import { contentHash } from '#shared/domain/approval/content-hash.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { mailContentHash } from '#shared/services/approvals/mail-hash.ts';

const limit = fc.option(fc.integer({ min: 0, max: 50 }));
const anySettings: fc.Arbitrary<ApprovalSettings> = fc.record({
  mail: fc.constantFrom(...MAIL_GATES),
  vault: fc.constantFrom(...ACTION_GATES),
  tunnel: fc.constantFrom(...ACTION_GATES),
  task: fc.constantFrom(...ACTION_GATES),
  holdDays: fc.option(fc.integer({ min: 1, max: 365 })),
  ttlSeconds: fc.integer({ min: 300, max: 2_592_000 }),
  approvers: fc.array(fc.constantFrom('ada@example.com', 'bob@example.com'), { maxLength: 2 }),
  mailPerDay: limit,
  newRecipientsPerDay: limit,
  leasesPerDay: limit,
});

/** Whether the first settings hold all that the second do, and for as short a time. */
function areAsStrict(one: ApprovalSettings, other: ApprovalSettings): boolean {
  const atLeast = <T>(order: readonly T[], a: T, b: T) => order.indexOf(a) >= order.indexOf(b);
  const within = (a: number | null, b: number | null) => b === null || (a !== null && a <= b);
  return (
    atLeast(MAIL_GATES, one.mail, other.mail) &&
    (['vault', 'tunnel', 'task'] as const).every((gate) => atLeast(ACTION_GATES, one[gate], other[gate])) &&
    (other.holdDays === null || (one.holdDays ?? 0) >= other.holdDays) &&
    one.ttlSeconds <= other.ttlSeconds &&
    (['mailPerDay', 'newRecipientsPerDay', 'leasesPerDay'] as const).every((name) => within(one[name], other[name]))
  );
}

test('What holds for an agent is as strict as its own settings and as those of its organization, and not stricter', () => {
  fc.assert(
    fc.property(anySettings, anySettings, (organization, own) => {
      const both = stricterSettings(organization, own);
      expect(areAsStrict(both, organization) && areAsStrict(both, own)).toBe(true);
      expect(both.approvers).toEqual(own.approvers.length > 0 ? own.approvers : organization.approvers);
      const parts = (settings: ApprovalSettings) => Object.entries(settings).map(([name, value]) => [name, value].join());
      const given = new Set([...parts(organization), ...parts(own)]);
      expect(parts(both).filter((part) => !given.has(part))).toEqual([]);
    }),
  );
});

test('Settings that were never set say nothing, and nothing is held without any', () => {
  const organization: ApprovalSettings = { ...DEFAULT_APPROVAL_SETTINGS, ttlSeconds: 2_592_000, mail: 'external' };
  expect(stricterSettings(organization, undefined)).toEqual(organization);
  expect(stricterSettings(undefined, organization)).toEqual(organization);
  expect(stricterSettings(undefined, undefined)).toMatchObject({ mail: 'never', vault: 'never', holdDays: null });
});

test('An agent is held as new for whole days from its creation', () => {
  const settings = { ...DEFAULT_APPROVAL_SETTINGS, holdDays: 2 };
  expect([0, 2 * DAY - 1, 2 * DAY].map((age) => isHeldAsNew(settings, 1000, 1000 + age))).toEqual([true, true, false]);
  expect(isHeldAsNew(DEFAULT_APPROVAL_SETTINGS, 1000, 1000)).toBe(false);
});

test('A pending approval ends with its time and with each suspension, and an ended one stays as it is', () => {
  const approval = { status: 'pending', expiresAt: 100, tokenGeneration: 2 } as const;
  expect(statusAt(approval, { now: 99, generation: 2 })).toBe('pending');
  expect(statusAt(approval, { now: 100, generation: 2 })).toBe('expired');
  expect(statusAt(approval, { now: 99, generation: 3 })).toBe('canceled');
  expect(statusAt(approval, { now: 100, generation: 3 })).toBe('canceled');
  expect(statusAt({ ...approval, tokenGeneration: 0 }, { now: 99, generation: undefined })).toBe('pending');
  for (const status of APPROVAL_STATUSES.filter((one) => one !== 'pending'))
    expect(statusAt({ ...approval, status }, { now: 1000, generation: 9 })).toBe(status);
});

const HEADER = {
  mailboxId: 'mbx_1',
  from: [{ address: 'ada@agents.test', name: 'Ada' }],
  to: [{ address: 'bob@example.com', name: null }],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Hello',
  inReplyTo: null,
  references: [],
  isAutomated: false,
};
const CONTENT = { text: 'text', html: null, headers: [] };
const FILE = {
  filename: 'a.txt',
  contentType: 'text/plain',
  contentId: null,
  disposition: 'attachment' as const,
  size: 1,
  sha256: '00',
};

test('Whatever of an email changes, its hash does', () => {
  const other = [{ address: 'eve@evil.example', name: null }];
  const hashes = [
    mailContentHash(HEADER, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, mailboxId: 'mbx_2' }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, from: other }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, from: [{ address: 'ada@agents.test', name: 'Eve' }] }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, to: other }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, cc: other }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, bcc: other }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, replyTo: other }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, subject: 'hello' }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, inReplyTo: '<a@b>' }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, references: ['<a@b>'] }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, isAutomated: true }, CONTENT, [FILE]),
    mailContentHash({ ...HEADER, isAutomated: true, autoSubmitted: 'auto-replied' as const }, CONTENT, [FILE]),
    mailContentHash(HEADER, { ...CONTENT, text: 'text ' }, [FILE]),
    mailContentHash(HEADER, { ...CONTENT, html: 'text' }, [FILE]),
    mailContentHash(HEADER, { ...CONTENT, headers: [{ name: 'X-A', value: 'b' }] }, [FILE]),
    mailContentHash(HEADER, CONTENT, []),
    mailContentHash(HEADER, CONTENT, [FILE, FILE]),
    mailContentHash(HEADER, CONTENT, [{ ...FILE, sha256: '01' }]),
    mailContentHash(HEADER, CONTENT, [{ ...FILE, filename: 'b.txt' }]),
    mailContentHash(HEADER, CONTENT, [{ ...FILE, contentType: 'text/html' }]),
    mailContentHash(HEADER, CONTENT, [{ ...FILE, contentId: 'logo' }]),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('The hash of a content is the same after it was stored as JSON and in UTF-8', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ß', '🌍', '"', '\\', '\ud800', '\udfff'), maxLength: 6 });
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text, { maxLength: 3 }), { maxKeys: 4 }), (content) => {
      const stored = JSON.parse(Buffer.from(JSON.stringify(content)).toString('utf8')) as object;
      const members = Object.entries(content).map(([name, list]) => [
        Buffer.from(name).toString('utf8'),
        list.map((one) => Buffer.from(one).toString('utf8')),
      ]);
      expect(contentHash(stored)).toBe(contentHash(content));
      if (new Set(members.map(([name]) => name)).size === members.length)
        expect(contentHash(Object.fromEntries(members))).toBe(contentHash(content));
    }),
  );
});
