import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';

/** A key service that is unavailable, or responds to two functions at once. */
const dynamo = mockClient(DynamoDBDocumentClient);
const kms = mockClient(KMSClient);

beforeEach(() => {
  dynamo.reset();
  kms.reset();
  vi.resetModules();
});

describe('the key of a stage', () => {
  const plaintext = new Uint8Array(32).fill(7);
  const lostRace = new ConditionalCheckFailedException({ message: 'lost', $metadata: {} });
  const row = (wrapped: string) => ({ Items: [{ pk: 'KEYRING#test', sk: '1', wrapped }] });

  /** A fresh copy of the module, because a function loads the keyring once in its lifetime. */
  async function getKeyring() {
    vi.stubEnv('STAGE', 'test');
    vi.stubEnv('KEY_ID', 'arn:key');
    vi.stubEnv('TABLE_NAME', 'table');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    return (await import('#shared/runtime/stage-keyring.ts')).getKeyring;
  }

  test('The key of a stage is unwrapped once, however many requests need it', async () => {
    dynamo.on(QueryCommand).resolves(row('d3JhcHBlZA=='));
    kms.on(DecryptCommand).resolves({ Plaintext: plaintext });
    const load = await getKeyring();
    const [first, second] = await Promise.all([load(), load()]);
    expect(first).toBe(second);
    expect(kms.commandCalls(DecryptCommand)).toHaveLength(1);
    expect(kms.commandCalls(DecryptCommand)[0]?.args[0].input).toMatchObject({
      KeyId: 'arn:key',
      EncryptionContext: { service: 'aid', stage: 'test' },
    });
  });

  test('The key of a stage is requested again after an outage of the key service', async () => {
    dynamo.on(QueryCommand).resolves(row('d3JhcHBlZA=='));
    kms.on(DecryptCommand).rejectsOnce(new Error('gone')).resolves({ Plaintext: plaintext });
    const load = await getKeyring();
    await expect(load()).rejects.toThrow('gone');
    expect((await load()).open).toBeDefined();
  });

  test('Of two functions that create the key of a stage at once, both use the first one', async () => {
    dynamo
      .on(QueryCommand)
      .resolvesOnce({})
      .resolves(row(Buffer.from('theirs').toString('base64')));
    dynamo.on(PutCommand).rejects(lostRace);
    kms.on(GenerateDataKeyWithoutPlaintextCommand).resolves({ CiphertextBlob: Buffer.from('mine') });
    kms.on(DecryptCommand).resolves({ Plaintext: plaintext });
    await (await getKeyring())();
    const blob = kms.commandCalls(DecryptCommand)[0]?.args[0].input.CiphertextBlob;
    expect(Buffer.from(blob ?? []).toString()).toBe('theirs');
  });
});
