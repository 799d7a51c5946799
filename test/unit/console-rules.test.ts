import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TriedMail, verdictOf } from '#clients/console/src/contacts/rule-verdict.ts';
import { WARNINGS } from '#clients/console/src/contacts/warnings.ts';
import type { ContactRule } from '#clients/typescript/src/index.ts';
import { FILTER_MODES } from '#shared/domain/contact/access-rule.ts';
import { correspondentOf, isRefused, ruleTarget } from '#shared/domain/mail/contact-rules.ts';
import { CONTENT_WARNINGS } from '#shared/domain/safe-reading/content-warning.ts';

const AGENT = 'agt_01M8A001PQAET1NJQ7RE6MSPP7';

function rule(fields: Partial<ContactRule>): ContactRule {
  const terms = {
    identity_id: null,
    action: 'block',
    direction: 'both',
    match_type: null,
    match_target: null,
  } as const;
  return { id: 'crl_1', ...terms, when: [], folder: null, note: null, created_at: '', ...fields };
}

function mail(fields: Partial<TriedMail> = {}): TriedMail {
  const usual = { identityId: AGENT, address: 'ada@example.com', direction: 'inbound', isVerified: true } as const;
  return { ...usual, warnings: [], ...fields };
}

const ADDRESSES = ['ada@example.com', 'Ben@Example.com', 'eve@sub.example.com', 'ada+tag@bücher.example'];
const DOMAINS = ['example.com', 'sub.example.com', 'xn--bcher-kva.example'];

const anyRule = fc
  .record({
    identity_id: fc.constantFrom(AGENT, null, 'agt_another'),
    action: fc.constantFrom('allow', 'block'),
    direction: fc.constantFrom('inbound', 'outbound', 'both'),
    target: fc.constantFrom(...ADDRESSES, ...DOMAINS),
  })
  .map(({ target, ...terms }) => {
    const type = target.includes('@') ? 'exact_email' : 'domain';
    return rule({ ...terms, match_type: type, match_target: ruleTarget(type, target) });
  });

test('The tester of rules says what the service decides about any email and any rules without warnings', () => {
  const tried = fc.record({
    identityId: fc.constant(AGENT),
    address: fc.constantFrom(...ADDRESSES),
    direction: fc.constantFrom('inbound', 'outbound'),
    isVerified: fc.boolean(),
    warnings: fc.constant([]),
  }) as fc.Arbitrary<TriedMail>;
  fc.assert(
    fc.property(tried, fc.array(anyRule, { maxLength: 8 }), fc.constantFrom(...FILTER_MODES), (one, rules, mode) => {
      const { address, domain } = correspondentOf(one.address);
      const of = (owner: string | null, type: string, target: string | null) =>
        rules.filter((rule) => rule.identity_id === owner && rule.match_type === type && rule.match_target === target);
      const matching = {
        identityExact: of(AGENT, 'exact_email', address),
        identityDomain: of(AGENT, 'domain', domain),
        organizationExact: of(null, 'exact_email', address),
        organizationDomain: of(null, 'domain', domain),
      } as Parameters<typeof isRefused>[0];
      const modes = { identity: null, organization: mode };
      const refused = isRefused(matching, modes, { direction: one.direction, senderVerified: one.isVerified });
      expect(verdictOf(one, rules, mode).result).toBe(refused ? 'blocked' : 'passes');
    }),
    { numRuns: 2_000 },
  );
});

test('Rules about warnings decide about what the others let through, and an earlier allow keeps it', () => {
  const spam = rule({ when: ['hidden_text'], folder: 'spam' });
  const blocked = rule({ when: ['hidden_text', 'not_verified'], folder: 'blocked' });
  const hidden = mail({ warnings: ['hidden_text'] });
  expect(verdictOf(hidden, [spam], 'blocklist').result).toBe('spam');
  expect(verdictOf(hidden, [spam, blocked], 'blocklist').result).toBe('blocked');
  expect(verdictOf(mail({ warnings: ['preheader'] }), [spam, blocked], 'blocklist').result).toBe('passes');
  const allow = rule({ action: 'allow', match_type: 'domain', match_target: 'example.com' });
  expect(verdictOf(hidden, [spam, allow], 'blocklist').result).toBe('passes');
  expect(verdictOf({ ...hidden, isVerified: false }, [spam, allow], 'blocklist').result).toBe('spam');
  const ofAgent = rule({ when: ['hidden_text'], folder: 'spam', identity_id: AGENT });
  expect(verdictOf(hidden, [ofAgent, allow], 'blocklist').result).toBe('spam');
});

test('The tester says why', () => {
  const allow = rule({ action: 'allow', match_type: 'exact_email', match_target: 'ada@example.com' });
  expect(verdictOf(mail(), [allow], 'allowlist')).toMatchObject({
    reason: "The organization's rule for the address allows it.",
  });
  expect(verdictOf(mail({ isVerified: false }), [allow], 'allowlist')).toMatchObject({
    result: 'blocked',
    reason: 'The mode is allowlist, and an allow rule counts only for a verified sender.',
  });
});

test('A rule can be tried with every warning', () => {
  expect([...WARNINGS]).toEqual(Object.keys(CONTENT_WARNINGS));
});
