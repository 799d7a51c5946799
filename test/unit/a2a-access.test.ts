import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccessContext, isAllowed, isBlocked } from '#shared/domain/a2a/access.ts';
import { INVITATION_STATUSES, invitationStep, statusAt } from '#shared/domain/a2a/invitation-status.ts';
import { FILTER_MODES, RULE_ACTIONS, RULE_DIRECTIONS, type RuleTerms } from '#shared/domain/contact/access-rule.ts';

const rule = fc.record({ action: fc.constantFrom(...RULE_ACTIONS), direction: fc.constantFrom(...RULE_DIRECTIONS) });
const rules = fc.array(rule, { maxLength: 6 });
const context: fc.Arbitrary<AccessContext> = fc.record({
  sameOrganization: fc.boolean(),
  callerRules: rules,
  workerRules: rules,
  filterMode: fc.constantFrom(...FILTER_MODES),
});
const allow: RuleTerms = { action: 'allow', direction: 'both' };

describe('access', () => {
  test('An agent of another organization needs an allow rule, unless the filter mode is blocklist', () => {
    const nothing = { callerRules: [], workerRules: [] };
    expect(isAllowed({ ...nothing, sameOrganization: true, filterMode: 'allowlist' })).toBe(true);
    expect(isAllowed({ ...nothing, sameOrganization: false, filterMode: 'allowlist' })).toBe(false);
    expect(isAllowed({ ...nothing, sameOrganization: false, filterMode: 'blocklist' })).toBe(true);
    expect(isAllowed({ ...nothing, workerRules: [allow], sameOrganization: false, filterMode: 'allowlist' })).toBe(
      true,
    );
  });

  test('An allow rule of the worker lets in an agent of another organization unless it is about outbound tasks only', () => {
    const allows = (direction: RuleTerms['direction']) =>
      isAllowed({
        callerRules: [],
        workerRules: [{ action: 'allow', direction }],
        sameOrganization: false,
        filterMode: 'allowlist',
      });
    expect(RULE_DIRECTIONS.filter(allows).sort()).toEqual(['both', 'inbound']);
  });

  test('A block rule of either side overrides everything else', () => {
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

  test('Allow rules of the caller change nothing: only block rules stop outbound tasks', () => {
    fc.assert(
      fc.property(context, (given) => {
        const without = given.callerRules.filter(({ action }) => action === 'block');
        expect(isAllowed({ ...given, callerRules: without })).toBe(isAllowed(given));
      }),
    );
  });

  test('Rules of the other direction do not apply', () => {
    fc.assert(
      fc.property(context, (given) => {
        const callerRules = given.callerRules.filter(({ direction }) => direction !== 'inbound');
        const workerRules = given.workerRules.filter(({ direction }) => direction !== 'outbound');
        expect(isAllowed({ ...given, callerRules, workerRules })).toBe(isAllowed(given));
      }),
    );
  });

  test('An additional allow rule never refuses a task, and an additional block rule never allows one', () => {
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

describe('invitations', () => {
  test('An invitation expires, unless it was accepted, declined or revoked', () => {
    const pending = { status: 'pending', expiresAt: 1000 } as const;
    expect(statusAt(pending, 999)).toBe('pending');
    expect(statusAt(pending, 1000)).toBe('expired');
    for (const status of ['accepted', 'declined', 'revoked'] as const)
      expect(statusAt({ status, expiresAt: 1000 }, 2000)).toBe(status);
  });

  test('An invitation can make one step, and to accept it again is not an error', () => {
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
