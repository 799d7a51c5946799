import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULE_ACTIONS, RULE_DIRECTIONS } from '../../shared/domain/access-rule.ts';
import {
  type ChosenModes,
  correspondentOf,
  effectiveMode,
  isRefused,
  type MailContext,
  type MatchingRules,
  type RuleEffect,
  ruleTarget,
} from '../../shared/domain/mail/contact-rules.ts';

const LEVELS = ['identityExact', 'identityDomain', 'organizationExact', 'organizationDomain'] as const;
const NO_RULES: MatchingRules = {
  identityExact: [],
  identityDomain: [],
  organizationExact: [],
  organizationDomain: [],
};
const NO_MODES: ChosenModes = { identity: null, organization: null };

const outbound: MailContext = { direction: 'outbound', senderVerified: false };
const verified: MailContext = { direction: 'inbound', senderVerified: true };
const unverified: MailContext = { direction: 'inbound', senderVerified: false };
const allow: RuleEffect = { action: 'allow', direction: 'both' };
const block: RuleEffect = { action: 'block', direction: 'both' };

interface Case {
  rules?: Partial<MatchingRules>;
  modes?: Partial<ChosenModes>;
  mail?: MailContext;
  refused: boolean;
}

const CASES: Record<string, Case> = {
  'nobody said anything': { refused: false },
  'the organization takes only the allowed': { modes: { organization: 'allowlist' }, refused: true },
  'the agent’s mode goes before the organization’s': {
    modes: { identity: 'blocklist', organization: 'allowlist' },
    refused: false,
  },
  'and the other way round': { modes: { identity: 'allowlist', organization: 'blocklist' }, refused: true },
  'a block': { rules: { organizationDomain: [block] }, refused: true },
  'an allow': { rules: { organizationDomain: [allow] }, modes: { organization: 'allowlist' }, refused: false },
  'exact before domain': { rules: { identityExact: [allow], identityDomain: [block] }, refused: false },
  'exact before domain, refused': { rules: { organizationExact: [block], organizationDomain: [allow] }, refused: true },
  'agent before organization': { rules: { identityExact: [allow], organizationExact: [block] }, refused: false },
  'an agent’s domain before an organization’s address': {
    rules: { identityDomain: [allow], organizationExact: [block] },
    refused: false,
  },
  'the same, refused': { rules: { identityDomain: [block], organizationExact: [allow] }, refused: true },
  'block before allow': { rules: { identityExact: [allow, block] }, refused: true },
  'a rule of the other direction': {
    rules: { identityExact: [{ action: 'block', direction: 'inbound' }] },
    refused: false,
  },
  'an allow of a verified sender': {
    rules: { identityExact: [allow] },
    modes: { identity: 'allowlist' },
    mail: verified,
    refused: false,
  },
  'an allow of who only says to be it': {
    rules: { identityExact: [allow] },
    modes: { identity: 'allowlist' },
    mail: unverified,
    refused: true,
  },
  'a block of who only says to be it': { rules: { identityExact: [block] }, mail: unverified, refused: true },
  'an allow that does not count, before a block that does': {
    rules: { identityExact: [allow], organizationDomain: [block] },
    mail: unverified,
    refused: true,
  },
};

/** Every choice of one of `options` for each of `places`. */
function choices<T>(options: readonly T[], places: number): T[][] {
  if (places === 0) return [[]];
  return choices(options, places - 1).flatMap((rest) => options.map((option) => [...rest, option]));
}

/** The sentence of the contract read as a sort order: rank every rule that counts, and let the first one decide. */
function byRank(rules: MatchingRules, modes: ChosenModes, mail: MailContext): boolean {
  const mute = mail.direction === 'inbound' && !mail.senderVerified;
  const ranked = LEVELS.flatMap((level) =>
    rules[level].map((rule) => ({
      ...rule,
      rank: `${level.startsWith('identity') ? 0 : 1}${level.endsWith('Exact') ? 0 : 1}${rule.action === 'block' ? 0 : 1}`,
    })),
  )
    .filter((rule) => rule.direction === 'both' || rule.direction === mail.direction)
    .filter((rule) => !(mute && rule.action === 'allow'))
    .sort((a, b) => a.rank.localeCompare(b.rank));
  const [first] = ranked;
  return first === undefined ? (modes.identity ?? modes.organization) === 'allowlist' : first.action === 'block';
}

const anyRules = fc.uniqueArray(
  fc.record({ action: fc.constantFrom(...RULE_ACTIONS), direction: fc.constantFrom(...RULE_DIRECTIONS) }),
  { maxLength: 6, selector: (rule) => `${rule.action} ${rule.direction}` },
);
const anyMatching = fc.record({
  identityExact: anyRules,
  identityDomain: anyRules,
  organizationExact: anyRules,
  organizationDomain: anyRules,
});
const anyMode = fc.constantFrom('blocklist' as const, 'allowlist' as const, null);
const anyModes = fc.record({ identity: anyMode, organization: anyMode });
const anyMail = fc.constantFrom(outbound, verified, unverified);

describe('the precedence of contact rules', () => {
  test.each(Object.entries(CASES))('%s', (_, { rules, modes, mail = outbound, refused }) => {
    expect(isRefused({ ...NO_RULES, ...rules }, { ...NO_MODES, ...modes }, mail)).toBe(refused);
  });

  test('is as the contract ranks them, for every rule or none of either kind on every level, mode and mail', () => {
    const modes = [null, 'blocklist', 'allowlist'] as const;
    let count = 0;
    for (const [identityExact, identityDomain, organizationExact, organizationDomain] of choices(
      [[], [allow], [block], [allow, block]],
      4,
    ) as [RuleEffect[], RuleEffect[], RuleEffect[], RuleEffect[]][]) {
      const rules = { identityExact, identityDomain, organizationExact, organizationDomain };
      for (const identity of modes) {
        for (const organization of modes) {
          for (const mail of [outbound, verified, unverified]) {
            const chosen = { identity, organization };
            expect(isRefused(rules, chosen, mail), JSON.stringify({ rules, chosen, mail })).toBe(
              byRank(rules, chosen, mail),
            );
            count += 1;
          }
        }
      }
    }
    expect(count).toBe(256 * 9 * 3);
  });

  test('is as the contract ranks them, for any rules of any directions, in any order', () => {
    fc.assert(
      fc.property(anyMatching, anyModes, anyMail, (rules, modes, mail) => {
        const expected = byRank(rules, modes, mail);
        const reversed = Object.fromEntries(
          LEVELS.map((level) => [level, rules[level].toReversed()]),
        ) as unknown as MatchingRules;
        expect(isRefused(rules, modes, mail)).toBe(expected);
        expect(isRefused(reversed, modes, mail)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('an allow by a sender nobody vouches for never lets in what would be refused without it', () => {
    fc.assert(
      fc.property(anyMatching, anyModes, fc.constantFrom(...LEVELS), (rules, modes, level) => {
        const without = { ...rules, [level]: rules[level].filter((rule) => rule.action === 'block') };
        expect(isRefused(rules, modes, unverified)).toBe(isRefused(without, modes, unverified));
      }),
    );
  });

  test('the mode is the agent’s, else the organization’s, else a blocklist', () => {
    expect(effectiveMode(NO_MODES)).toBe('blocklist');
    expect(effectiveMode({ identity: null, organization: 'allowlist' })).toBe('allowlist');
    expect(effectiveMode({ identity: 'blocklist', organization: 'allowlist' })).toBe('blocklist');
  });
});

describe('the target of a rule', () => {
  test.each([
    ['exact_email', ' Ada@Example.COM ', 'ada@example.com'],
    ['exact_email', 'ａｄａ@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['exact_email', 'ada+tag@example.com', 'ada+tag@example.com'],
    ['exact_email', 'ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['domain', 'Example.COM', 'example.com'],
    ['domain', 'example.com.', 'example.com'],
    ['domain', 'BÜCHER.example', 'xn--bcher-kva.example'],
    ['domain', 'a-b.co.uk', 'a-b.co.uk'],
  ] as const)('%s %j is kept as %s', (type, text, kept) => {
    expect(ruleTarget(type, text)).toBe(kept);
    // Kept once, it stays what it is.
    expect(ruleTarget(type, kept)).toBe(kept);
  });

  test.each([
    ['exact_email', 'example.com'],
    ['exact_email', '@example.com'],
    ['exact_email', 'ada@'],
    ['exact_email', 'Ada <ada@example.com>'],
    ['exact_email', 'a@b@example.com'],
    ['exact_email', 'ada@ex ample.com'],
    ['exact_email', `ada@${'x'.repeat(64)}.com`],
    ['domain', 'ada@example.com'],
    ['domain', '@example.com'],
    ['domain', '*.example.com'],
    ['domain', 'com'],
    ['domain', '.com'],
    ['domain', 'example..com'],
    ['domain', 'https://example.com'],
    ['domain', '192.0.2.1'],
    ['domain', '-a.example'],
    ['domain', `${'a.'.repeat(130)}example`],
    ['domain', 'exa mple.com'],
    ['domain', ' '],
    ['domain', '\u0430 b.example'],
  ] as const)('%s does not take %j', (type, text) => {
    expect(ruleTarget(type, text)).toBeUndefined();
  });

  test('is what the address it was made for is looked up by', () => {
    const local = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);
    const host = fc.stringMatching(/^[A-Za-z0-9]{1,20}\.[A-Za-z]{2,10}$/);
    fc.assert(
      fc.property(local, host, fc.boolean(), (name, domain, dotted) => {
        const found = correspondentOf(`${name}@${domain}${dotted ? '.' : ''}`);
        expect(found).toEqual({
          address: ruleTarget('exact_email', `${name}@${domain}`),
          domain: ruleTarget('domain', domain),
        });
      }),
    );
  });

  test('any text at all can be judged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { address, domain } = correspondentOf(text);
        expect(typeof address).toBe('string');
        expect(domain).not.toBe('');
      }),
    );
    expect(correspondentOf('')).toEqual({ address: '', domain: null });
    expect(correspondentOf('ada@')).toEqual({ address: 'ada@', domain: null });
    expect(correspondentOf('"odd@local"@example.com').domain).toBe('example.com');
  });
});
