import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { createLease } from '#functions/http/vault/create-lease.ts';
import { createSecret } from '#functions/http/vault/create-secret.ts';
import { deleteSecret } from '#functions/http/vault/delete-secret.ts';
import { getKeypair } from '#functions/http/vault/get-keypair.ts';
import { getSecret } from '#functions/http/vault/get-secret.ts';
import { listLeases } from '#functions/http/vault/list-leases.ts';
import { listRedemptions } from '#functions/http/vault/list-redemptions.ts';
import { listSecrets } from '#functions/http/vault/list-secrets.ts';
import { putKeypair } from '#functions/http/vault/put-keypair.ts';
import { redeemLease } from '#functions/http/vault/redeem-lease.ts';
import { revokeLease } from '#functions/http/vault/revoke-lease.ts';
import { rotateSecret } from '#functions/http/vault/rotate-secret.ts';
import type { Table } from '#shared/data/table-client.ts';
import { limitsSchema } from '#shared/domain/limits/limits.ts';
import { type ProofAction, signedText } from '#shared/domain/vault/proof.ts';
import { type KeyService, OrganizationKeyrings } from '#shared/runtime/organization-keyrings.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';

const OPERATIONS = {
  createLease,
  createSecret,
  deleteSecret,
  getKeypair,
  getSecret,
  listLeases,
  listRedemptions,
  listSecrets,
  putKeypair,
  redeemLease,
  revokeLease,
  rotateSecret,
} as const;

export type VaultOperation = keyof typeof OPERATIONS;

interface VaultCall {
  key: string;
  id?: string;
  body?: unknown;
  isIdempotent?: boolean;
}

/** A key service that keeps the keys in memory and counts its calls. */
class CountingKeyService implements KeyService {
  calls = 0;
  readonly #keys = new Map<string, Uint8Array>();

  async generate() {
    this.calls += 1;
    const [plaintext, wrapped] = [randomBytes(32), randomUUID()];
    this.#keys.set(wrapped, plaintext);
    return { plaintext, wrapped };
  }

  async unwrap(wrapped: string) {
    this.calls += 1;
    const plaintext = this.#keys.get(wrapped);
    if (plaintext === undefined) throw new Error('a key of another key service');
    return plaintext;
  }
}

/**
 * Runs the operations of the vault in this process, through the pipeline of all operations, so that the calls of the
 * key service can be counted.
 */
export class VaultCaller {
  readonly #table: Table;
  readonly #keyService = new CountingKeyService();
  #keyrings: OrganizationKeyrings;

  constructor(table: Table) {
    this.#table = table;
    this.#keyrings = this.#newKeyrings();
  }

  get kmsCalls(): number {
    return this.#keyService.calls;
  }

  /** Forgets the unwrapped keys, as a new instance of the function would. */
  forgetKeys(): void {
    this.#keyrings = this.#newKeyrings();
  }

  async call(name: VaultOperation, { key, id, body, isIdempotent }: VaultCall) {
    const { route } = OPERATIONS[name];
    const response = await handleRequest(
      OPERATIONS[name],
      {
        requestId: randomUUID(),
        method: route.method,
        resource: route.path,
        path: route.path.replace('{id}', id ?? ''),
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(isIdempotent && { 'idempotency-key': randomUUID() }),
        },
        query: {},
        params: id === undefined ? {} : { id },
        body: body === undefined ? null : JSON.stringify(body),
        address: '127.0.0.1',
        baseUrl: 'http://localhost',
        ownUrls: ['http://localhost'],
      },
      this.#services(),
    );
    // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads ids of replies of every kind
    return { status: response.status, body: response.body as any };
  }

  #newKeyrings(): OrganizationKeyrings {
    return new OrganizationKeyrings({ table: () => this.#table, keyService: this.#keyService, stage: () => 'bench' });
  }

  #services(): Services {
    return {
      table: () => this.#table,
      settings: () => ({
        limits: limitsSchema.parse({ orgRequestsPerMinute: 1_000_000 }),
        mailDomain: 'agents.localhost',
        allowLoopbackReceivers: true,
      }),
      keyring: async (organizationId = '') => this.#keyrings.get(organizationId),
      now: Date.now,
    };
  }
}

/** A keypair that makes proofs. */
export function createProver() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' }).x ?? '';
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    prove: (action: ProofAction, resourceId: string) => {
      const [timestamp, nonce] = [Math.floor(Date.now() / 1000), randomUUID()];
      const text = Buffer.from(signedText(action, resourceId, { timestamp, nonce }));
      return { timestamp, nonce, signature: sign(null, text, privateKey).toString('base64') };
    },
  };
}
