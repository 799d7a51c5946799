import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** The modules that a function's thread runs in addition to its bundle. */
const MODULES = ['worker-main', 'response-stream', 'loopback-only'] as const;

/**
 * Writes the thread's own modules as JavaScript and returns the path of the entry. For TypeScript every thread would
 * load the type stripper: 12 MB and 50 ms for each function.
 */
export function writeWorkerModule(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of MODULES) {
    const source = readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8');
    const script = stripTypeScriptTypes(source).replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.mjs'");
    writeFileSync(join(folder, `${name}.mjs`), script);
  }
  return join(folder, 'worker-main.mjs');
}
