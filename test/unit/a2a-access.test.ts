import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccessContext, isAllowed, isBlocked, type RuleTerms } from '../../shared/domain/a2a/access.ts';
import { INVITATION_STATUSES, invitationStep, statusAt } from '../../shared/domain/a2a/invitation-status.ts';
import { FILTER_MODES, RULE_ACTIONS, RULE_DIRECTIONS } from '../../shared/domain/access-rule.ts';

const rule = fc.record({ action: fc.constantFrom(...RULE_ACTIONS), direction: fc.constantFrom(...RULE_DIRECTIONS) });
const rules = fc.array(rule, { maxLength: 6 });
const context: fc.Arbitrary<AccessContext> = fc.record({
  sameOrganization: fc.boolean(),
  callerRules: rules,
  workerRules: rules,
  filterMode: fc.constantFrom(...FILTER_MODES),
});
const allow: RuleTerms = { action: 'allow', direction: 'both' };

describe('admission', () => {
  test('an agent of another organization needs an allow, unless the mode lets everybody in', () => {
    const nothing = { callerRules: [], workerRules: [] };
    expect(isAllowed({ ...nothing, sameOrganization: true, filterMode: 'allowlist' })).toBe(true);
    expect(isAllowed({ ...nothing, sameOrganization: false, filterMode: 'allowlist' })).toBe(false);
    expect(isAllowed({ ...nothing, sameOrganization: false, filterMode: 'blocklist' })).toBe(true);
    expect(isAllowed({ ...nothing, workerRules: [allow], sameOrganization: false, filterMode: 'allowlist' })).toBe(
      true,
    );
  });

  test('a block of either side wins over everything', () => {
    fc.assert(
      fc.property(context, fc.constantFrom('inbound', 'both'), fc.boolean(), (given, direction, byCaller) => {
        const block: RuleTerms = {
          action: 'block',
          direction: byCaller && direction === 'inbound' ? 'outbound' : (direction as 'both'),
        };
        const side = byCaller ? 'callerRules' : 'workerRules';
        const blocked = { ...given, [side]: [...given[side], block] };
        expect(isBlocked(blocked)).toBe(true);
        expect(isAllowed(blocked)).toBe(false);
      }),
    );
  });

  test('outbound is stopped by blocks alone: an allow of the caller changes nothing', () => {
    fc.assert(
      fc.property(context, (given) => {
        const without = given.callerRules.filter(({ action }) => action === 'block');
        expect(isAllowed({ ...given, callerRules: without })).toBe(isAllowed(given));
      }),
    );
  });

  test('rules of the other direction do not count', () => {
    fc.assert(
      fc.property(context, (given) => {
        const callerRules = given.callerRules.filter(({ direction }) => direction !== 'inbound');
        const workerRules = given.workerRules.filter(({ direction }) => direction !== 'outbound');
        expect(isAllowed({ ...given, callerRules, workerRules })).toBe(isAllowed(given));
      }),
    );
  });

  test('an allow more never refuses, a block more never admits', () => {
    fc.assert(
      fc.property(context, rule, fc.boolean(), (given, more, byCaller) => {
        const side = byCaller ? 'callerRules' : 'workerRules';
        const after = isAllowed({ ...given, [side]: [...given[side], more] });
        if (more.action === 'allow') expect(after || !isAllowed(given)).toBe(true);
        else expect(!after || isAllowed(given)).toBe(true);
      }),
    );
  });
});

describe('an invitation', () => {
  test('expires by itself, unless it was answered', () => {
    const pending = { status: 'pending', expiresAt: 1000 } as const;
    expect(statusAt(pending, 999)).toBe('pending');
    expect(statusAt(pending, 1000)).toBe('expired');
    for (const status of ['accepted', 'declined', 'revoked'] as const)
      expect(statusAt({ status, expiresAt: 1000 }, 2000)).toBe(status);
  });

  test('takes one step; accepting again what was accepted is no error', () => {
    const steps = ['accept', 'decline', 'revoke'] as const;
    const table = INVITATION_STATUSES.map((status) => [status, ...steps.map((step) => invitationStep(status, step))]);
    expect(table).toEqual([
      ['pending', 'do', 'do', 'do'],
      ['accepted', 'same', 'closed', 'closed'],
      ['declined', 'closed', 'closed', 'closed'],
      ['revoked', 'closed', 'closed', 'closed'],
      ['expired', 'closed', 'closed', 'closed'],
    ]);
  });
});
