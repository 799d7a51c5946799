import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The folders of the tests that need more than Node, which have a configuration of their own. */
export const TOOL_FOLDERS: readonly string[] = globSync('test/*/vitest.config.ts', { cwd: ROOT }).map(dirname).sort();
