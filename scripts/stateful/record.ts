import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeTemplate, type StatefulStack, type Template } from './describe-template.ts';

/** The stateful resources of a stage, by the name of their stack. */
export type StatefulRecord = Readonly<Record<string, StatefulStack>>;

const PATH = join(import.meta.dirname, '..', '..', 'lib', 'stateful-resources.json');

/** The committed record of the stateful resources of a stage. */
export function readRecord(): StatefulRecord {
  return JSON.parse(readFileSync(PATH, 'utf8')) as StatefulRecord;
}

export function writeRecord(record: StatefulRecord): void {
  writeFileSync(PATH, `${JSON.stringify(record, null, 2)}\n`);
}

/** What the record of these templates would be. */
export function recordOf(templates: Readonly<Record<string, Template>>): StatefulRecord {
  return Object.fromEntries(Object.entries(templates).map(([stack, template]) => [stack, describeTemplate(template)]));
}
