import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULE_ACTIONS, RULE_DIRECTIONS, type RuleTerms } from '#shared/domain/contact/access-rule.ts';
import {
  type ChosenModes,
  effectiveMode,
  isRefused,
  type MailContext,
  type MatchingRules,
} from '#shared/domain/mail/contact-rules.ts';

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
const allow: RuleTerms = { action: 'allow', direction: 'both' };
const block: RuleTerms = { action: 'block', direction: 'both' };

interface Case {
  rules?: Partial<MatchingRules>;
  modes?: Partial<ChosenModes>;
  mail?: MailContext;
  refused: boolean;
}

const CASES: Record<string, Case> = {
  'there are neither rules nor modes': { refused: false },
  'the organization has an allowlist': { modes: { organization: 'allowlist' }, refused: true },
  'the agent has a blocklist and the organization an allowlist': {
    modes: { identity: 'blocklist', organization: 'allowlist' },
    refused: false,
  },
  'the agent has an allowlist and the organization a blocklist': {
    modes: { identity: 'allowlist', organization: 'blocklist' },
    refused: true,
  },
  'a block rule matches': { rules: { organizationDomain: [block] }, refused: true },
  'an allow rule matches': {
    rules: { organizationDomain: [allow] },
    modes: { organization: 'allowlist' },
    refused: false,
  },
  'an exact allow precedes a block of the domain': {
    rules: { identityExact: [allow], identityDomain: [block] },
    refused: false,
  },
  'an exact block precedes an allow of the domain': {
    rules: { organizationExact: [block], organizationDomain: [allow] },
    refused: true,
  },
  'an allow of the agent precedes a block of the organization': {
    rules: { identityExact: [allow], organizationExact: [block] },
    refused: false,
  },
  'an allow of the agent for a domain precedes a block of the organization for an address': {
    rules: { identityDomain: [allow], organizationExact: [block] },
    refused: false,
  },
  'a block of the agent for a domain precedes an allow of the organization for an address': {
    rules: { identityDomain: [block], organizationExact: [allow] },
    refused: true,
  },
  'a block precedes an allow of the same level': { rules: { identityExact: [allow, block] }, refused: true },
  'a rule has the other direction': {
    rules: { identityExact: [{ action: 'block', direction: 'inbound' }] },
    refused: false,
  },
  'an allow matches a verified sender': {
    rules: { identityExact: [allow] },
    modes: { identity: 'allowlist' },
    mail: verified,
    refused: false,
  },
  'an allow matches an unverified sender': {
    rules: { identityExact: [allow] },
    modes: { identity: 'allowlist' },
    mail: unverified,
    refused: true,
  },
  'a block matches an unverified sender': { rules: { identityExact: [block] }, mail: unverified, refused: true },
  'an allow that does not apply precedes a block that does': {
    rules: { identityExact: [allow], organizationDomain: [block] },
    mail: unverified,
    refused: true,
  },
};

/** All ways to choose one of `options` for each of `places`. */
function choices<T>(options: readonly T[], places: number): T[][] {
  if (places === 0) return [[]];
  return choices(options, places - 1).flatMap((rest) => options.map((option) => [...rest, option]));
}

/** The rule of the contract as a sort order: rank all rules that apply, and let the first one decide. */
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
  test.each(Object.entries(CASES))(
    'A correspondent is refused or not as the contract says if %s',
    (_, { rules, modes, mail = outbound, refused }) => {
      expect(isRefused({ ...NO_RULES, ...rules }, { ...NO_MODES, ...modes }, mail)).toBe(refused);
    },
  );

  test('Contact rules have the precedence of the contract for every combination of rules, levels, modes and mails', () => {
    const modes = [null, 'blocklist', 'allowlist'] as const;
    let count = 0;
    for (const [identityExact, identityDomain, organizationExact, organizationDomain] of choices(
      [[], [allow], [block], [allow, block]],
      4,
    ) as [RuleTerms[], RuleTerms[], RuleTerms[], RuleTerms[]][]) {
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

  test('Contact rules have the precedence of the contract for all rules in any order', () => {
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

  test('Allow rules never change the result for an unverified sender', () => {
    fc.assert(
      fc.property(anyMatching, anyModes, fc.constantFrom(...LEVELS), (rules, modes, level) => {
        const without = { ...rules, [level]: rules[level].filter((rule) => rule.action === 'block') };
        expect(isRefused(rules, modes, unverified)).toBe(isRefused(without, modes, unverified));
      }),
    );
  });

  test('The filter mode is the agent’s, or else the organization’s, or else blocklist', () => {
    expect(effectiveMode(NO_MODES)).toBe('blocklist');
    expect(effectiveMode({ identity: null, organization: 'allowlist' })).toBe('allowlist');
    expect(effectiveMode({ identity: 'blocklist', organization: 'allowlist' })).toBe('blocklist');
  });
});
