import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

/** The modules that a function's thread runs in addition to its bundle. */
const MODULES = [
  'functions/worker-main',
  'functions/response-stream',
  'functions/loopback-only',
  'functions/table-meter',
  'functions/shifted-date',
  'access/table-guard',
  'access/table-accesses',
  'access/statements',
  'assembly/aws-identifiers',
] as const;

const LOCAL = join(import.meta.dirname, '..');

/**
 * Writes the thread's own modules as JavaScript and returns the path of the entry. With TypeScript, every thread would
 * load the type stripper: 12 MB and 50 ms for each function.
 */
export function writeWorkerModule(folder: string): string {
  for (const name of MODULES) {
    const source = readFileSync(join(LOCAL, `${name}.ts`), 'utf8');
    const script = stripTypeScriptTypes(source).replace(/(from '\.{1,2}\/[\w/-]+)\.ts'/g, "$1.mjs'");
    const file = join(folder, `${name}.mjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script);
  }
  return join(folder, 'functions', 'worker-main.mjs');
}
