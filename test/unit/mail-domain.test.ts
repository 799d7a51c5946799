import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { isMailAddress } from '#shared/domain/mail/address.ts';
import { dnsRecordsOf, isPublished, mailFromDomain } from '#shared/domain/mail/dns-records.ts';
import { domainNameSchema, isDomainName, isWithin, MAX_DOMAIN_CHARACTERS } from '#shared/domain/mail/domain-name.ts';
import {
  applyCheck,
  type CheckResult,
  combine,
  type DomainCheck,
  PROOF_GRACE_MS,
  type ProofState,
  pendingDelay,
  retryFailed,
} from '#shared/domain/mail/domain-proof.ts';
import { localPartSchema } from '#shared/domain/mail/local-part.ts';
import { DAY, HOUR, MINUTE } from '#shared/domain/time/time.ts';

describe('domain names', () => {
  test.each(['example.com', 'a.b', 'xn--bcher-kva.example', '1.example', 'a-b.c-d.museum', `${'x'.repeat(63)}.de`])(
    '%s is a domain name',
    (name) => expect(domainNameSchema.parse(name)).toBe(name),
  );

  test.each([
    '',
    'localhost',
    'example.com.',
    '.example.com',
    'a..b',
    '-a.example',
    'a-.example',
    'a_b.example',
    '192.0.2.1',
    '[192.0.2.1]',
    'bücher.example',
    'example.com ',
    'ada@example.com',
    'https://example.com',
    `${'x'.repeat(64)}.de`,
    `${'x.'.repeat(94)}example`,
    '*.example.com',
  ])('%j is not a domain name', (name) => expect(domainNameSchema.safeParse(name).success).toBe(false));

  test('A domain name is stored in lower case', () =>
    expect(domainNameSchema.parse('Mail.EXAMPLE.com')).toBe('mail.example.com'));

  test('The longest domain name leaves room for the longest local part and the longest record name', () => {
    fc.assert(
      fc.property(
        fc.domain().map((name) => name.toLowerCase()),
        fc.string({ minLength: 64, maxLength: 64, unit: fc.constantFrom('a', '0', '-') }),
        (name, local) => {
          fc.pre(isDomainName(name) && name.length <= MAX_DOMAIN_CHARACTERS);
          expect(isMailAddress(`${local}@${name}`)).toBe(true);
          const dkim = { tokens: ['t'.repeat(32)], zone: 'dkim.amazonses.com' };
          for (const record of dnsRecordsOf(
            { id: makeId('domain', 1, randomPart()), domain: name, dkim },
            'eu-west-1',
          )) {
            expect(record.name.length).toBeLessThanOrEqual(253);
            expect(isWithin(record.name, name)).toBe(true);
          }
        },
      ),
    );
  });

  test('A domain name is within itself and its parent domains', () => {
    expect(isWithin('example.com', 'example.com')).toBe(true);
    expect(isWithin('a.example.com', 'example.com')).toBe(true);
    expect(isWithin('notexample.com', 'example.com')).toBe(false);
    expect(isWithin('example.com', 'a.example.com')).toBe(false);
  });
});

describe('local parts', () => {
  test.each(['ada', 'a.b', "o'hara", 'x_y-z', '1', '!#$%&*/=?^`{|}~'])('%s is a local part', (text) =>
    expect(localPartSchema.parse(text)).toBe(text),
  );

  test.each(['', '.a', 'a.', 'a..b', 'a+b', 'a b', '"a b"', 'a@b', 'ä', 'a\n', 'x'.repeat(65), 'a,b', '<a>', '\u212a'])(
    '%j is not a local part',
    (text) => expect(localPartSchema.safeParse(text).success).toBe(false),
  );

  test('A local part is stored in lower case', () => expect(localPartSchema.parse('Ada.L')).toBe('ada.l'));
});

describe('the records of a domain', () => {
  const id = 'dom_01JAAAAAAAXYZXYZXYZXYZXYZX';
  const dkim = { tokens: ['one', 'two', 'three'], zone: 'dkim.amazonses.com' };
  const records = dnsRecordsOf({ id, domain: 'example.com', dkim }, 'eu-west-1');
  const of = (purpose: string) => records.find((record) => record.purpose === purpose) as (typeof records)[number];

  test('The records of a domain are those that SES requires', () => {
    expect(
      records.filter(({ purpose }) => purpose === 'dkim').map(({ type, name, value }) => [type, name, value]),
    ).toEqual([
      ['CNAME', 'one._domainkey.example.com', 'one.dkim.amazonses.com'],
      ['CNAME', 'two._domainkey.example.com', 'two.dkim.amazonses.com'],
      ['CNAME', 'three._domainkey.example.com', 'three.dkim.amazonses.com'],
    ]);
    expect(of('mail_from')).toMatchObject({ type: 'MX', priority: 10, value: 'feedback-smtp.eu-west-1.amazonses.com' });
    expect(of('mx')).toMatchObject({ name: 'example.com', value: 'inbound-smtp.eu-west-1.amazonaws.com' });
    expect(of('dmarc')).toMatchObject({ name: '_dmarc.example.com', type: 'TXT' });
    expect(of('spf').name).toBe(of('mail_from').name);
  });

  test('Each claim on a domain has its own MAIL FROM domain', () => {
    const names = Array.from({ length: 100 }, () =>
      mailFromDomain({ id: makeId('domain', 1, randomPart()), domain: 'example.com' }),
    );
    expect(new Set(names).size).toBe(100);
    for (const name of names) expect(name).toMatch(/^aid-[a-z0-9]{16}\.example\.com$/);
  });

  test('The records of a domain are recognized in every spelling that DNS allows', () => {
    expect(isPublished(of('mx'), ['other.example', 'INBOUND-SMTP.eu-west-1.amazonaws.com.'])).toBe(true);
    expect(isPublished(of('mail_from'), ['inbound-smtp.eu-west-1.amazonaws.com'])).toBe(false);
    expect(isPublished(of('mail_from'), ['feedback-smtp.us-east-1.amazonses.com'])).toBe(false);
    expect(isPublished(of('dkim'), ['two.dkim.amazonses.com'])).toBe(false);
    expect(isPublished(of('spf'), ['v=spf1 ip4:192.0.2.1 include:amazonses.com -all'])).toBe(true);
    for (const text of [
      'v=spf1 -all',
      'v=spf10 include:amazonses.com',
      'spf1 include:amazonses.com',
      'v=spf1 -include:amazonses.com',
      'v=spf1 include:amazonses.com.evil.example',
    ])
      expect(isPublished(of('spf'), [text]), text).toBe(false);
    expect(isPublished(of('dmarc'), ['v=DMARC1; p=reject; rua=mailto:a@example.com'])).toBe(true);
    for (const text of ['v=DMARC12; p=none', 'p=none', 'v=spf1 -all'])
      expect(isPublished(of('dmarc'), [text])).toBe(false);
    expect(isPublished(of('mx'), [])).toBe(false);
  });
});

const checkResult = fc.constantFrom<CheckResult>('found', 'absent', 'unknown');
const START = 1_800_000_000_000;
const fresh: ProofState = {
  status: 'pending',
  pendingSince: START,
  lostSince: null,
  verifiedAt: null,
  nextCheckAt: START + MINUTE,
};
const unheld = (proof: CheckResult): DomainCheck => ({ proof, heldByAnother: false });

describe('the proof of a domain', () => {
  test('A proof is found if both halves are, and absent if one certainly is', () => {
    fc.assert(
      fc.property(checkResult, checkResult, (one, other) => {
        const both = combine(one, other);
        expect(both).toBe(combine(other, one));
        expect(both === 'found').toBe(one === 'found' && other === 'found');
        expect(both === 'absent').toBe(one === 'absent' || other === 'absent');
      }),
    );
  });

  test('A claim is verified as soon as its proof is found, and fails after 72 hours without it', () => {
    expect(applyCheck(fresh, unheld('found'), START + 5)).toMatchObject({
      status: 'verified',
      verifiedAt: START + 5,
    });
    expect(applyCheck(fresh, unheld('absent'), START + PROOF_GRACE_MS - 1).status).toBe('pending');
    expect(applyCheck(fresh, unheld('absent'), START + PROOF_GRACE_MS)).toMatchObject({
      status: 'failed',
      nextCheckAt: null,
    });
  });

  test('A pending claim fails if another organization holds the name, even if its own proof is found', () => {
    expect(applyCheck(fresh, { proof: 'found', heldByAnother: true }, START).status).toBe('failed');
  });

  test('The proof of a verified domain may be absent for a while, but not for 72 hours continuously', () => {
    const verified = applyCheck(fresh, unheld('found'), START);
    const missed = applyCheck(verified, unheld('absent'), START + DAY);
    expect(missed).toMatchObject({ status: 'verified', lostSince: START + DAY, nextCheckAt: START + DAY + HOUR });
    expect(applyCheck(missed, unheld('found'), START + 2 * DAY)).toMatchObject({
      status: 'verified',
      lostSince: null,
    });
    const end = START + DAY + PROOF_GRACE_MS;
    expect(applyCheck(missed, unheld('unknown'), end)).toMatchObject({ status: 'verified', lostSince: START + DAY });
    expect(applyCheck(missed, unheld('absent'), end)).toMatchObject({ status: 'failed', verifiedAt: null });
  });

  test('A failed claim is not checked until its organization requests it', () => {
    const failed = applyCheck(fresh, unheld('absent'), START + PROOF_GRACE_MS);
    expect(applyCheck(failed, unheld('found'), START + PROOF_GRACE_MS + 1)).toEqual(failed);
    const again = retryFailed(failed, START + 4 * DAY);
    expect(again).toMatchObject({ status: 'pending', pendingSince: START + 4 * DAY });
    expect(applyCheck(again, unheld('absent'), START + 5 * DAY).status).toBe('pending');
    expect(retryFailed(fresh, START + DAY)).toEqual(fresh);
  });

  test('A claim is checked less and less often, and finally not at all, for any sequence of results', () => {
    const checks = fc.array(
      fc.record({ proof: checkResult, heldByAnother: fc.boolean(), late: fc.integer({ min: 0, max: DAY }) }),
      {
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(checks, (steps) => {
        let state = fresh;
        let now = START;
        for (const { late, ...seen } of steps) {
          if (state.nextCheckAt === null) break;
          now = state.nextCheckAt + late;
          // A name has one holder, so the name of a verified claim is not held by another organization.
          const next = applyCheck(
            state,
            { ...seen, heldByAnother: seen.heldByAnother && state.status === 'pending' },
            now,
          );
          expect(next.status === 'failed').toBe(next.nextCheckAt === null);
          expect(next.status === 'verified').toBe(next.verifiedAt !== null);
          if (next.nextCheckAt !== null) expect(next.nextCheckAt).toBeGreaterThanOrEqual(now + MINUTE);
          if (next.status === 'pending') expect(now - next.pendingSince).toBeLessThan(PROOF_GRACE_MS);
          if (next.status === 'verified' && state.status === 'pending') expect(seen.proof).toBe('found');
          if (next.status === 'failed' && state.status === 'verified') expect(seen.proof).toBe('absent');
          state = next;
        }
      }),
    );
    let checkCount = 0;
    for (let waited = 0; waited < PROOF_GRACE_MS; waited += pendingDelay(waited)) checkCount += 1;
    expect(checkCount).toBeLessThan(120);
  });
});
