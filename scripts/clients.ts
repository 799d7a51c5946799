import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from '#clients/description/generated-files.ts';
import { readModel } from '#clients/description/model/read-model.ts';
import { makeDocument } from '#shared/contract/openapi/document.ts';
import { readCommandLine } from '#testing/command-line.ts';

/**
 * Writes the generated files of the SDKs from the description of the service. With `--check` it writes nothing, and
 * fails when a file differs from what it would write.
 */
const CLIENTS = join(import.meta.dirname, '..', 'clients');

const { check } = readCommandLine({
  name: 'clients',
  usage: `npm run clients -- [--check]

Writes the generated files of the SDKs in clients/.

  --check   writes nothing, and fails if a file differs from what the description says`,
  options: { check: { type: 'boolean', default: false } },
}).values;
for (const [name, text] of Object.entries(generatedFiles(readModel(makeDocument())))) {
  const path = join(CLIENTS, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (!check) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    continue;
  }
  console.error(`clients/${name} differs from the description: run npm run clients`);
  process.exitCode = 1;
}
