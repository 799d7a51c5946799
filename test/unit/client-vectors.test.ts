import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyVectors } from '#scripts/client-vectors/key-vectors.ts';
import { proofVectors } from '#scripts/client-vectors/proof-vectors.ts';
import { type WebhookVector, webhookVectors } from '#scripts/client-vectors/webhook-vectors.ts';
import { vectorFile } from '#scripts/client-vectors.ts';
import { checkProof } from '#shared/domain/vault/proof.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';

const FOLDER = join(import.meta.dirname, '../../clients/vectors');
const webhooks = webhookVectors();

test.each([
  ['webhooks.json', webhooks],
  ['proofs.json', proofVectors()],
  ['keys.json', keyVectors()],
])('clients/vectors/%s is what its script writes: npm run clients:vectors', (file, vectors) => {
  expect(readFileSync(join(FOLDER, file), 'utf8')).toBe(vectorFile(vectors));
});

/**
 * The vectors that the contract decides: the headers of the service alone, one secret and the specified tolerance. The
 * contract has no rule for an empty secret, for white space between signatures, and for text that is not UTF-8.
 */
const specified = webhooks.filter(
  ({ name, headers, secrets, tolerance_seconds: tolerance }) =>
    Object.keys(headers).every((header) => /^x-aid/i.test(header)) &&
    secrets.length === 1 &&
    secrets[0] !== '' &&
    tolerance === undefined &&
    !/white space|not UTF-8/.test(name),
);

test.each(specified)('A receiver from the contract alone agrees with the vector: $name', (vector: WebhookVector) => {
  const headers = Object.fromEntries(
    Object.entries(vector.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const request = { headers, body: Buffer.from(vector.body_base64, 'base64') };
  const outcome = verifyDelivery(vector.secrets[0] ?? '', request, vector.now);
  expect(outcome === 'genuine').toBe(vector.outcome === 'valid');
});

test('The service accepts the proofs of the vectors, and refuses them for another action', () => {
  for (const { public_key, proofs } of proofVectors()) {
    for (const { action, resource_id, ...proof } of proofs) {
      const at = proof.timestamp * 1000;
      expect(checkProof(public_key, action, resource_id, proof, at)).toBe('valid');
      expect(checkProof(public_key, action, `${resource_id}x`, proof, at)).toBe('bad signature');
    }
  }
});
