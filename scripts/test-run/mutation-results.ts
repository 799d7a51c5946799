import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '.build', 'mutation');

/** The results of Stryker, in the parts that are used here. */
export interface MutationResults {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** The results of the last run of `rules`, or of a part of the rows. */
export function readMutationResults(name: string): MutationResults {
  const file = join(FOLDER, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: {} };
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/**
 * The share of the changes that a test notices, in percent. Changes that do not compile, or that are ignored, do not
 * count. Without any change, it is 0: then nothing was measured.
 */
export function noticedShare({ files }: MutationResults): number {
  const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const noticed = states.filter((status) => NOTICED.has(status)).length;
  const unnoticed = states.filter((status) => UNNOTICED.has(status)).length;
  return noticed === 0 ? 0 : (100 * noticed) / (noticed + unnoticed);
}
