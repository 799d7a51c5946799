import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Scenario } from './scenario-schema.ts';

const VECTORS = join(import.meta.dirname, '..', '..', 'clients', 'vectors');

/** A scenario with the name of its file, without `.json`. */
export type TopicScenario = Scenario & { readonly topic: string };

/** The names that the options have in each language. */
export const OPTION_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(join(VECTORS, 'option-names.json'), 'utf8'),
);

/** The files of the scenarios, by topic. */
export function scenarioFiles(): ReadonlyMap<string, unknown> {
  const folder = join(VECTORS, 'scenarios');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.sort().map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}

/** All scenarios. A test checks the form of the files. */
export function allScenarios(): TopicScenario[] {
  return [...scenarioFiles()].flatMap(([topic, file]) =>
    (file as { scenarios: Scenario[] }).scenarios.map((scenario) => ({ ...scenario, topic })),
  );
}
