import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '#testing/command-line.ts';
import { keyVectors } from './client-vectors/key-vectors.ts';
import { proofVectors } from './client-vectors/proof-vectors.ts';
import { webhookVectors } from './client-vectors/webhook-vectors.ts';

/**
 * Writes the vectors that the tests of every SDK read: `webhooks.json`, `proofs.json` and `keys.json` in
 * `clients/vectors`. They are made with Node's cryptography alone, so that they share no mistake with the service or
 * with an SDK.
 *
 * See: clients/vectors/README.md.
 */
const FOLDER = join(import.meta.dirname, '../clients/vectors');

/** The content of a file of vectors. */
export function vectorFile(vectors: readonly object[]): string {
  return `${JSON.stringify({ vectors }, null, 2)}\n`;
}

if (import.meta.main) {
  readCommandLine({
    name: 'clients:vectors',
    usage: `npm run clients:vectors

Writes the vectors that the tests of every SDK read: webhooks.json, proofs.json and keys.json in clients/vectors.`,
    options: {},
  });
  writeFileSync(join(FOLDER, 'webhooks.json'), vectorFile(webhookVectors()));
  writeFileSync(join(FOLDER, 'proofs.json'), vectorFile(proofVectors()));
  writeFileSync(join(FOLDER, 'keys.json'), vectorFile(keyVectors()));
}
