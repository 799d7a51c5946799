import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Imports that only test files have that take their input from the seed of the run. */
const SEEDED = /from '(?:fast-check|#testing\/seed\.ts)'/;

/** The test files that try other input with another seed, by their paths from the root of the project. */
export function seededFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: ROOT })
    .filter((file) => SEEDED.test(readFileSync(join(ROOT, file), 'utf8')))
    .sort();
}
