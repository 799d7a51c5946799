import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * The folders of the tests that need more than Node: those with a configuration of their own. `npm run test:tools` runs
 * them, and `npm test` leaves them out.
 */
export const TOOL_FOLDERS: readonly string[] = globSync('test/*/vitest.config.ts', { cwd: ROOT }).map(dirname).sort();
