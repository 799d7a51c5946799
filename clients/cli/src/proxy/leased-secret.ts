import { leaseIsHeld } from '../../../typescript/src/errors.ts';
import type { Aid, PrivateKey } from '../../../typescript/src/index.ts';
import { signerOf } from '../../../typescript/src/keys.ts';
import { prove } from '../../../typescript/src/loops/proof.ts';
import { UnusableValue } from './credential.ts';

/** How long the service keeps the encrypted reply for a repetition of the same attempt: the shortest time there is. */
const REPLY_SECONDS = 60;

/** What is leased, for whom and for how long. */
export interface LeaseTerms {
  readonly secretId: string;
  /** For a secret that is an object: the field to use. */
  readonly field: string | undefined;
  readonly maxUses: number;
  readonly ttlSeconds: number;
  readonly purpose: string;
  /** The agent, if the key belongs to an organization. */
  readonly identityId: string | undefined;
  /** The private key of the agent, if it has a keypair. */
  readonly privateKey: PrivateKey | undefined;
}

/** A use of a lease: the value, and the hosts that it may be sent to, if they are restricted. */
export interface RedeemedSecret {
  readonly value: string;
  readonly hosts: readonly string[];
}

/**
 * A lease of a secret, which is redeemed for each use. So the service counts the uses, and a lease that has ended gives
 * none. This object keeps the token, and no value.
 */
export class LeasedSecret {
  readonly #client: Aid;
  readonly #terms: LeaseTerms;
  readonly #id: string;
  readonly #token: string;

  private constructor(client: Aid, terms: LeaseTerms, lease: { readonly id: string; readonly lease_token: string }) {
    this.#client = client;
    this.#terms = terms;
    this.#id = lease.id;
    this.#token = lease.lease_token;
  }

  static async create(client: Aid, terms: LeaseTerms, signal: AbortSignal): Promise<LeasedSecret> {
    const { identityId, privateKey } = terms;
    // A file that has no private key is found before anything is sent.
    const sign = privateKey === undefined ? undefined : await signerOf(privateKey);
    const lease = await client.vault.leases.create(leaseBody(terms), { identityId, signal });
    const { id, lease_token } = lease;
    if (lease_token === undefined) throw leaseIsHeld(lease.approval_id);
    return new LeasedSecret(client, { ...terms, privateKey: sign }, { id, lease_token });
  }

  /** Uses the lease once. Throws the error of the service, or `UnusableValue`. */
  async redeem(signal: AbortSignal): Promise<RedeemedSecret> {
    const { field, privateKey } = this.#terms;
    const proof = privateKey === undefined ? {} : { proof: await prove(privateKey, 'redeem', this.#id) };
    const body = { lease_token: this.#token, ...proof };
    const headers = { 'idempotency-ttl': String(REPLY_SECONDS) };
    const { value, hosts = [] } = await this.#client.vault.leases.redeem(this.#id, body, { signal, headers });
    return { value: textOf(value, field), hosts };
  }

  /** Ends the lease. If the service cannot be reached, it expires: no one else has its token. */
  async end(): Promise<void> {
    await this.#client.vault.leases.revoke(this.#id).catch(() => {});
  }
}

/** The request for a lease. */
export function leaseBody({ secretId, maxUses, ttlSeconds, purpose }: LeaseTerms) {
  return { secret_id: secretId, max_uses: maxUses, ttl_seconds: ttlSeconds, purpose };
}

function textOf(value: unknown, field: string | undefined): string {
  if (field === undefined) {
    if (typeof value === 'string') return value;
    throw new UnusableValue('the secret is an object: name the field to use');
  }
  const found = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const text: unknown = found.find(([name]) => name === field)?.[1];
  if (typeof text === 'string' || typeof text === 'number') return String(text);
  throw new UnusableValue(`the secret has no text in the field ${field}`);
}
