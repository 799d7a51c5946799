import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecord, type StatefulRecord } from '#scripts/stateful/record.ts';
import { readReleases, requireCommit } from '#testing/release-checkout.ts';
import { ADDED_RESOURCES } from './added-resources.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const present = readRecord();
const last = recordAt(process.env.AID_COMPATIBLE_WITH ?? readReleases()[0]?.commit ?? '');

/** The record of the stateful resources in a commit. */
function recordAt(commit: string): StatefulRecord {
  const source = `${requireCommit(commit)}:lib/stateful-resources.json`;
  return JSON.parse(execFileSync('git', ['show', source], { cwd: ROOT, encoding: 'utf8' })) as StatefulRecord;
}

const idsOf = (record: StatefulRecord) =>
  Object.entries(record).flatMap(([stack, resources]) => Object.keys(resources).map((id) => `${stack}/${id}`));

test('For each stateful resource that the last release does not have, the reason is written down why a rollback to it loses nothing', () => {
  const known = new Set(idsOf(last));
  const added = idsOf(present).filter((id) => !known.has(id));
  expect(added.sort()).toEqual(Object.keys(ADDED_RESOURCES).sort());
});

test('No added resource is retained under a fixed name, because the upgrade after a rollback would fail at it', () => {
  const failing = Object.keys(ADDED_RESOURCES).filter((id) => {
    const [stack = '', logicalId = ''] = id.split('/');
    const { deletionPolicy, properties } = present[stack]?.[logicalId] ?? { deletionPolicy: 'none', properties: {} };
    return deletionPolicy !== 'Delete' && Object.keys(properties).some((name) => /Name$/.test(name));
  });
  expect(failing).toEqual([]);
});
