import { expect, test } from 'vitest';
import type { RuleTerms } from '#shared/domain/contact/access-rule.ts';
import type { MatchingRules } from '#shared/domain/mail/contact-rules.ts';
import { folderForWarnings, type WarningRuleTerms } from '#shared/domain/mail/warning-rules.ts';

const EVE = 'Eve@Attacker.example';
const allow: RuleTerms = { action: 'allow', direction: 'both' };
const none: MatchingRules = { identityExact: [], identityDomain: [], organizationExact: [], organizationDomain: [] };
const rule = (more: Partial<WarningRuleTerms> = {}): WarningRuleTerms => ({
  matchType: null,
  matchTarget: null,
  when: ['hidden_text', 'lookalike_domain'],
  folder: 'blocked',
  ...more,
});
const spam = rule({ folder: 'spam' });
const ofEve = { matchType: 'exact_email', matchTarget: 'eve@attacker.example' } as const;
const ofHerDomain = { matchType: 'domain', matchTarget: 'attacker.example' } as const;

interface Case {
  identity?: WarningRuleTerms[];
  organization?: WarningRuleTerms[];
  rules?: Partial<MatchingRules>;
  senderVerified?: boolean;
}

function folder({ identity = [], organization = [], rules = {}, senderVerified = true }: Case) {
  const mail = { senderVerified, warnings: ['hidden_text', 'first_contact'] as const };
  return folderForWarnings(EVE, { ...none, ...rules }, { identity, organization }, mail);
}

test.each<[string, Case, 'spam' | 'blocked' | undefined]>([
  ['no rule', {}, undefined],
  ['a rule about every author', { organization: [rule()] }, 'blocked'],
  ['a rule about other warnings', { organization: [rule({ when: ['several_authors'] })] }, undefined],
  ['a rule about the author', { organization: [rule({ ...ofEve, folder: 'spam' })] }, 'spam'],
  ['a rule about the domain of the author', { identity: [rule(ofHerDomain)] }, 'blocked'],
  ['a rule about another author', { identity: [rule({ ...ofEve, matchTarget: 'bob@b.example' })] }, undefined],
  ['rules of the agent before those of the organization', { identity: [spam], organization: [rule()] }, 'spam'],
  ['exact before domain', { identity: [rule(ofHerDomain), rule({ ...ofEve, folder: 'spam' })] }, 'spam'],
  ['domain before every author', { identity: [rule(), rule({ ...ofHerDomain, folder: 'spam' })] }, 'spam'],
  ['blocked before spam', { organization: [spam, rule()] }, 'blocked'],
  ['an allow of an earlier level', { organization: [rule()], rules: { organizationDomain: [allow] } }, undefined],
  ['an allow of the same level', { identity: [rule(ofEve)], rules: { identityExact: [allow] } }, 'blocked'],
  ['an allow of a later level', { identity: [rule()], rules: { organizationExact: [allow] } }, 'blocked'],
  [
    'an allow of an unverified author',
    { organization: [rule()], rules: { identityExact: [allow] }, senderVerified: false },
    'blocked',
  ],
])('A message with warnings has its folder by: %s', (_, given, expected) => {
  expect(folder(given)).toBe(expected);
});
