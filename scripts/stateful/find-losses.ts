import { isDeepStrictEqual } from 'node:util';
import type { StatefulResource, StatefulStack } from './describe-template.ts';
import { STATEFUL_TYPES } from './stateful-types.ts';

/** What CloudFormation does to a resource that is no longer needed, from the weakest protection on. */
const POLICIES = ['Delete', 'Snapshot', 'RetainExceptOnCreate', 'Retain'];

/**
 * What a deployment of `next` over `recorded` would lose: one sentence for each reason. Empty if CloudFormation keeps
 * every recorded resource and its protection.
 */
export function findLosses(recorded: StatefulStack, next: StatefulStack): string[] {
  return Object.entries(recorded).flatMap(([logicalId, before]) => {
    const after = next[logicalId];
    const subject = `${logicalId} (${before.type})`;
    const lost = `lost: ${STATEFUL_TYPES[before.type]?.lost ?? 'its content'}`;
    if (after === undefined) return [`${subject} is not in the template any more; ${lost}`];
    if (after.type !== before.type) return [`${subject} becomes a ${after.type}; ${lost}`];
    return [
      ...changedProperties(before, after).map((change) => `${subject} would be replaced: ${change}; ${lost}`),
      ...weakenedPolicies(before, after).map((change) => `${subject} is less protected: ${change}`),
    ];
  });
}

/** The logical ids of stateful resources that are not recorded, so that nothing would notice their loss. */
export function findUnrecorded(recorded: StatefulStack, next: StatefulStack): string[] {
  return Object.keys(next).filter((logicalId) => {
    const [before, after] = [recorded[logicalId], next[logicalId]];
    return before === undefined || !isDeepStrictEqual(before, after);
  });
}

function changedProperties(before: StatefulResource, after: StatefulResource): string[] {
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  return [...names].flatMap((name) => {
    const [old, now] = [before.properties[name], after.properties[name]];
    const isAddedPart = old === undefined && name.includes('.');
    if (isAddedPart || isDeepStrictEqual(old, now)) return [];
    return [`${name} was ${textOf(old)} and is ${textOf(now)}`];
  });
}

function weakenedPolicies(before: StatefulResource, after: StatefulResource): string[] {
  const pairs = [
    ['DeletionPolicy', before.deletionPolicy, after.deletionPolicy],
    ['UpdateReplacePolicy', before.updateReplacePolicy, after.updateReplacePolicy],
  ] as const;
  return pairs.flatMap(([name, old, now]) =>
    POLICIES.indexOf(now) < POLICIES.indexOf(old) ? [`${name} was ${old} and is ${now}`] : [],
  );
}

function textOf(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
