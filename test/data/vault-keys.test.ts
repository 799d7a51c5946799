import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { KeyStore } from '#local/emulators/keys/key-store.ts';
import { vaultKeyRowKey } from '#shared/data/entities/vault/vault-key.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { KEEP_MS, type KeyService, OrganizationKeyrings } from '#shared/runtime/organization-keyrings.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const KEY_ARN = 'arn:aws:kms:eu-central-1:000000000000:key/application';
const MAX_KEPT_KEYS = 4;
const store = new KeyStore({ dir: '', ephemeral: true });
let organizationId: string;

beforeEach(() => {
  organizationId = makeId('organization', Date.now(), randomPart());
});

/** The key service of the local profile, which counts its calls. */
class CountedKeyService implements KeyService {
  generated = 0;
  unwrapped = 0;
  contexts: object[] = [];
  beforeGenerate = async () => {};

  async generate(context: Record<string, string>) {
    this.generated += 1;
    this.contexts.push(context);
    await this.beforeGenerate();
    const plaintext = crypto.getRandomValues(new Uint8Array(32));
    return { plaintext, wrapped: store.encrypt(KEY_ARN, plaintext, context).toString('base64') };
  }

  async unwrap(wrapped: string, context: Record<string, string>) {
    this.unwrapped += 1;
    return store.decrypt(Buffer.from(wrapped, 'base64'), context).plaintext;
  }

  get calls() {
    return this.generated + this.unwrapped;
  }
}

function makeInstance(keyService = new CountedKeyService()) {
  const clock = { now: Date.now() };
  const options = {
    table: () => engine.table,
    keyService,
    stage: () => 'test',
    now: () => clock.now,
    maxKeptKeys: MAX_KEPT_KEYS,
  };
  return { keyService, clock, keyrings: new OrganizationKeyrings(options) };
}

const seal = async ({ keyrings }: ReturnType<typeof makeInstance>) =>
  (await keyrings.get(organizationId)).seal('vault-secret', 'context', 'text');
const open = async ({ keyrings }: ReturnType<typeof makeInstance>, sealed: string) =>
  (await keyrings.get(organizationId)).openNow('vault-secret', 'context', sealed).reveal();

describe('the data key of an organization', () => {
  test('The first use calls KMS once, with the organization in the encryption context, and later uses do not', async () => {
    const instance = makeInstance();
    const sealed = await seal(instance);
    expect(await open(instance, sealed)).toBe('text');
    expect([instance.keyService.generated, instance.keyService.unwrapped]).toEqual([1, 0]);
    expect(instance.keyService.contexts).toEqual([
      { service: 'aid-vault', stage: 'test', organization: organizationId },
    ]);
    const other = makeInstance();
    expect(await open(other, sealed)).toBe('text');
    expect([other.keyService.generated, other.keyService.unwrapped]).toEqual([0, 1]);
  });

  test('Of many functions that need a new key at once, one creates it, and each calls KMS once', async () => {
    const instances = Array.from({ length: 8 }, () => makeInstance());
    const sealed = await Promise.all(instances.flatMap((instance) => [seal(instance), seal(instance)]));
    expect(instances.map(({ keyService }) => keyService.calls)).toEqual(Array(8).fill(1));
    expect(instances.reduce((sum, { keyService }) => sum + keyService.generated, 0)).toBe(1);
    for (const instance of instances) expect(await open(instance, sealed[0] ?? '')).toBe('text');
  });

  test('A creator that crashed is replaced once its claim has expired', async () => {
    const key = vaultKeyRowKey(organizationId);
    const Item = { ...key, claim: 'crashed', claimedUntil: Date.now() - 1 };
    await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item }));
    const instance = makeInstance();
    await seal(instance);
    expect(instance.keyService.generated).toBe(1);
    const { Item: row } = await engine.table.client.send(
      new GetCommand({ TableName: engine.table.name, Key: key, ConsistentRead: true }),
    );
    expect(Object.keys(row ?? {}).sort()).toEqual(['pk', 'sk', 'wrapped']);
  });

  test('A creator that lost its claim fails without a second call of KMS, and its next request gets the other key', async () => {
    const winner = makeInstance();
    const loser = makeInstance();
    let theirs = '';
    loser.keyService.beforeGenerate = async () => {
      await engine.table.client.send(
        new DeleteCommand({ TableName: engine.table.name, Key: vaultKeyRowKey(organizationId) }),
      );
      theirs = await seal(winner);
    };
    await expect(seal(loser)).rejects.toThrow('another request has created it');
    expect(loser.keyService.calls).toBe(1);
    expect(await open(loser, theirs)).toBe('text');
  });

  test('A key is kept for five minutes and then unwrapped again', async () => {
    const instance = makeInstance();
    await seal(instance);
    instance.clock.now += KEEP_MS - 1;
    await seal(instance);
    expect(instance.keyService.unwrapped).toBe(0);
    instance.clock.now += 1;
    await seal(instance);
    expect(instance.keyService.unwrapped).toBe(1);
  });

  test('A function keeps a limited number of keys, and drops the oldest', async () => {
    const { keyrings, keyService } = makeInstance();
    const ids = Array.from({ length: MAX_KEPT_KEYS }, () => makeId('organization', Date.now(), randomPart()));
    const load = () => Promise.all(ids.map((id) => keyrings.get(id)));
    await load();
    await load();
    expect([keyService.generated, keyService.unwrapped]).toEqual([MAX_KEPT_KEYS, 0]);
    await keyrings.get(organizationId);
    for (const id of ids.slice(1)) await keyrings.get(id);
    expect(keyService.unwrapped).toBe(0);
    await keyrings.get(ids[0] ?? '');
    expect(keyService.unwrapped).toBe(1);
  });

  test('The wrapped key of one organization cannot be unwrapped for another one', async () => {
    await seal(makeInstance());
    const { Item } = await engine.table.client.send(
      new GetCommand({ TableName: engine.table.name, Key: vaultKeyRowKey(organizationId) }),
    );
    organizationId = makeId('organization', Date.now(), randomPart());
    const moved = { ...Item, ...vaultKeyRowKey(organizationId) };
    await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: moved }));
    await expect(seal(makeInstance())).rejects.toThrow('encryption context');
  });

  test('A failure of KMS is not kept', async () => {
    await seal(makeInstance());
    const instance = makeInstance();
    const { unwrap } = instance.keyService;
    instance.keyService.unwrap = async () => {
      throw new Error('KMS is down');
    };
    await expect(seal(instance)).rejects.toThrow('KMS is down');
    instance.keyService.unwrap = unwrap;
    await seal(instance);
  });
});
