import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  admits,
  FILTER_MODES,
  isBlocked,
  RULE_ACTIONS,
  RULE_DIRECTIONS,
  type RuleTerms,
  type Standing,
} from '../../shared/domain/a2a/admission.ts';
import { INVITATION_STATUSES, invitationStep, statusAt } from '../../shared/domain/a2a/invitation-status.ts';

const rule = fc.record({ action: fc.constantFrom(...RULE_ACTIONS), direction: fc.constantFrom(...RULE_DIRECTIONS) });
const rules = fc.array(rule, { maxLength: 6 });
const standing: fc.Arbitrary<Standing> = fc.record({
  sameOrganization: fc.boolean(),
  callerRules: rules,
  workerRules: rules,
  filterMode: fc.constantFrom(...FILTER_MODES),
});
const allow: RuleTerms = { action: 'allow', direction: 'both' };

describe('admission', () => {
  test('an agent of another organization needs an allow, unless the mode lets everybody in', () => {
    const nothing = { callerRules: [], workerRules: [] };
    expect(admits({ ...nothing, sameOrganization: true, filterMode: 'allowlist' })).toBe(true);
    expect(admits({ ...nothing, sameOrganization: false, filterMode: 'allowlist' })).toBe(false);
    expect(admits({ ...nothing, sameOrganization: false, filterMode: 'blocklist' })).toBe(true);
    expect(admits({ ...nothing, workerRules: [allow], sameOrganization: false, filterMode: 'allowlist' })).toBe(true);
  });

  test('a block of either side wins over everything', () => {
    fc.assert(
      fc.property(standing, fc.constantFrom('inbound', 'both'), fc.boolean(), (given, direction, byCaller) => {
        const block: RuleTerms = {
          action: 'block',
          direction: byCaller && direction === 'inbound' ? 'outbound' : (direction as 'both'),
        };
        const side = byCaller ? 'callerRules' : 'workerRules';
        const blocked = { ...given, [side]: [...given[side], block] };
        expect(isBlocked(blocked)).toBe(true);
        expect(admits(blocked)).toBe(false);
      }),
    );
  });

  test('outbound is stopped by blocks alone: an allow of the caller changes nothing', () => {
    fc.assert(
      fc.property(standing, (given) => {
        const without = given.callerRules.filter(({ action }) => action === 'block');
        expect(admits({ ...given, callerRules: without })).toBe(admits(given));
      }),
    );
  });

  test('rules of the other direction do not count', () => {
    fc.assert(
      fc.property(standing, (given) => {
        const callerRules = given.callerRules.filter(({ direction }) => direction !== 'inbound');
        const workerRules = given.workerRules.filter(({ direction }) => direction !== 'outbound');
        expect(admits({ ...given, callerRules, workerRules })).toBe(admits(given));
      }),
    );
  });

  test('an allow more never refuses, a block more never admits', () => {
    fc.assert(
      fc.property(standing, rule, fc.boolean(), (given, more, byCaller) => {
        const side = byCaller ? 'callerRules' : 'workerRules';
        const after = admits({ ...given, [side]: [...given[side], more] });
        if (more.action === 'allow') expect(after || !admits(given)).toBe(true);
        else expect(!after || admits(given)).toBe(true);
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
