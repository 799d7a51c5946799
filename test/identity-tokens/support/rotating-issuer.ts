import { randomUUID } from 'node:crypto';
import { findSigningKeys } from '#shared/data/entities/issuer/signing-key.ts';
import type { Table } from '#shared/data/table-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { identityTokenClaims } from '#shared/domain/issuer/identity-token.ts';
import { DISCOVERY_PATH, issuerMetadata, JWKS_PATH } from '#shared/domain/issuer/metadata.ts';
import { createNextSigningKey } from '#shared/runtime/create-signing-key.ts';
import { SigningKeys } from '#shared/runtime/signing-keys.ts';
import { FakeServer } from '#test/support/provider-fakes/fake-server.ts';
import { MemorySigningKeyService } from '#test/support/signing-keys.ts';

const SUBJECT = {
  id: 'agt_01JADA0000000000000000ADA0',
  organizationId: 'org_01JWRK0000000000000000WRK0',
  handle: 'ada',
};

/**
 * An issuer of the service's own keys, claims and discovery, at an address of its own. Its keys have a clock that a
 * test advances, because a key is published for a day before it signs; tokens have the time of the machine.
 */
export class RotatingIssuer {
  readonly #stage = `test-${randomUUID()}`;
  readonly #keyService = new MemorySigningKeyService();
  readonly #table: Table;
  readonly #keys: SigningKeys;
  #server: FakeServer | undefined;
  #ahead = 0;

  private constructor(table: Table) {
    this.#table = table;
    this.#keys = new SigningKeys({
      table: () => table,
      keyService: this.#keyService,
      stage: () => this.#stage,
      now: () => this.#now(),
    });
  }

  static async start(table: Table): Promise<RotatingIssuer> {
    const issuer = new RotatingIssuer(table);
    issuer.#server = await FakeServer.start(async ({ path }) => {
      if (path === DISCOVERY_PATH) return { status: 200, body: issuerMetadata(issuer.url) };
      if (path === JWKS_PATH) return { status: 200, body: { keys: await issuer.publicKeys() } };
      return { status: 404, body: {} };
    });
    return issuer;
  }

  get url(): string {
    if (this.#server === undefined) throw new Error('not started');
    return this.#server.url;
  }

  publicKeys() {
    return this.#keys.publicKeys();
  }

  async token(audience: string): Promise<string> {
    const claims = identityTokenClaims({
      issuer: this.url,
      subject: SUBJECT,
      audience,
      jti: makeId('identityToken', Date.now(), randomPart()),
      now: Date.now(),
      ttlSeconds: 3600,
    });
    return (await this.#keys.sign({ payload: JSON.stringify(claims), type: 'JWT' })).jws;
  }

  /** Publishes the next key, as the schedule and the command do. It signs a day later. */
  async publishNextKey(): Promise<void> {
    const creation = { table: this.#table, keyService: this.#keyService, stage: this.#stage };
    const keys = await findSigningKeys(this.#table, this.#stage);
    if ((await createNextSigningKey(creation, keys, this.#now())) === undefined) throw new Error('no key was created');
  }

  advance(ms: number): void {
    this.#ahead += ms;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #now(): number {
    return Date.now() + this.#ahead;
  }
}
