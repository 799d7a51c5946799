import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFiles, committedFiles } from '#clients/description/generated-files.ts';
import { readModel } from '#clients/description/model/read-model.ts';
import { makeDocument } from '#shared/contract/openapi/document.ts';
import { readCommandLine } from '#testing/command-line.ts';

/**
 * Writes the generated files of the SDKs and of the command line from the description of the service. With `--built` it
 * writes those alone that are not in the repository: set-up does that before every command. With `--check` it writes
 * nothing, and fails when a file of the repository differs from what it would write.
 */
const CLIENTS = join(import.meta.dirname, '..', 'clients');

const { check, built } = readCommandLine({
  name: 'clients',
  usage: `npm run clients -- [--check | --built]

Writes the generated files of the SDKs and of the command line in clients/.

  --check   writes nothing, and fails if a file of the repository differs from what the description says
  --built   writes only the files that are not in the repository, as every command does when they are old`,
  options: { check: { type: 'boolean', default: false }, built: { type: 'boolean', default: false } },
}).values;
const model = readModel(makeDocument());
const files = { ...(built ? {} : committedFiles(model)), ...(check ? {} : builtFiles(model)) };
for (const [name, text] of Object.entries(files)) {
  const path = join(CLIENTS, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (!check) {
    replace(path, text);
    continue;
  }
  console.error(`clients/${name} differs from the description: run npm run clients`);
  process.exitCode = 1;
}

/** Writes a file in one step, so that a program that reads it meanwhile finds a whole one. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
