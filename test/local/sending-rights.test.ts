import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AwsEndpoint, type Services, startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import { Outbox } from '#local/emulators/email/outbox.ts';
import { type IsVerified, sendingIdentity } from '#local/emulators/email/sender-identity.ts';
import { openMailServices } from './support/mail-services.ts';
import { memoryDatabase } from './support/memory-queue.ts';

const SES_ARN = 'arn:aws:ses:us-east-1:000000000000';
const database = memoryDatabase();
const outbox = new Outbox(database);

let dir: string;
let endpoint: AwsEndpoint;
let ses: SESv2Client;

/** Restarts the emulator with the same state. */
function restart(): void {
  // These tests only use mail.
  endpoint.open({ email: openMailServices(dir, database).email } as unknown as Services);
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
  endpoint = await startAwsEndpoint('test');
  restart();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  ses = new SESv2Client({ endpoint: endpoint.url, region: 'us-east-1', credentials, maxAttempts: 1 });
});

afterAll(async () => {
  await endpoint.close();
  rmSync(dir, { recursive: true, force: true });
});

function send(from: string, more: Partial<SendEmailCommandInput> = {}) {
  return ses.send(
    new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: ['bob@elsewhere.test'] },
      Content: { Raw: { Data: Buffer.from('Subject: x\r\n\r\nx\r\n') } },
      ConfigurationSetName: 'everything',
      ...more,
    }),
  );
}

const raw = (text: string) => ({ Content: { Raw: { Data: Buffer.from(text) } } });
const create = (TenantName: string) => ses.send(new CreateTenantCommand({ TenantName }));
const associate = (TenantName: string, resource: string) =>
  ses.send(new CreateTenantResourceAssociationCommand({ TenantName, ResourceArn: `${SES_ARN}:${resource}` }));

describe('a sender', () => {
  test.each<[string, string, Partial<SendEmailCommandInput>]>([
    ['of a domain that is not verified', 'ada@elsewhere.test', {}],
    ['of a domain that ends like a verified one', 'ada@otheragents.test', {}],
    [
      'of a verified domain, with another sender in the mail itself',
      'ada@agents.test',
      raw('From: a@evil.test\r\n\r\nx'),
    ],
  ])('A sender %s is rejected, and nothing is sent', async (_who, from, more) => {
    const before = outbox.newest().length;
    await expect(send(from, more)).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringMatching(
        /^Email address is not verified\. The following identities failed the check in region US-EAST-1: /,
      ),
    });
    expect(outbox.newest()).toHaveLength(before);
  });

  test.each(['ada@agents.test', '"Ada, L" <ada@AGENTS.test>', 'ada@sub.agents.test'])(
    '%s may send, because its domain or a parent domain is verified',
    async (from) => {
      await expect(send(from)).resolves.toMatchObject({ MessageId: expect.any(String) });
    },
  );

  test('The sending identity is that of the address, else of its domain, else of a parent domain', () => {
    const isVerified =
      (...names: string[]): IsVerified =>
      (identity) =>
        names.includes(identity);
    const of = (...names: string[]) => sendingIdentity('Ada@mail.a.test', isVerified(...names));
    expect([of('a.test', 'mail.a.test', 'ada@mail.a.test'), of('a.test', 'mail.a.test'), of('a.test')]).toEqual([
      'ada@mail.a.test',
      'mail.a.test',
      'a.test',
    ]);
    expect(of('b.test')).toBeUndefined();
  });
});

test.each(['a b', 'ä', 'a@b', 'x'.repeat(257), ''])('The emulator of SES rejects the tag "%s"', async (text) => {
  for (const tag of [
    { Name: text, Value: 'v' },
    { Name: 'n', Value: text },
  ]) {
    await expect(send('ada@agents.test', { EmailTags: [tag] })).rejects.toMatchObject({ name: 'BadRequestException' });
  }
});

describe('a tenant', () => {
  test('A tenant that does not exist cannot send', async () => {
    const TenantName = 'org_nobody';
    await expect(send('ada@agents.test', { TenantName })).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(associate(TenantName, 'identity/agents.test')).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  test('A tenant sends with its associated resources only, also after a restart', async () => {
    const TenantName = 'org_1';
    const made = await create(TenantName);
    expect(made).toMatchObject({ TenantName, SendingStatus: 'ENABLED', CreatedTimestamp: expect.any(Date) });
    expect(made.TenantArn).toBe(`${SES_ARN}:tenant/org_1/${made.TenantId}`);
    await expect(create(TenantName)).rejects.toMatchObject({ name: 'AlreadyExistsException' });

    await associate(TenantName, 'configuration-set/everything');
    await expect(send('ada@agents.test', { TenantName })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `Tenant not associated with resources [${SES_ARN}:identity/agents.test].`,
    });
    await associate(TenantName, 'identity/agents.test');
    await expect(associate(TenantName, 'identity/agents.test')).rejects.toMatchObject({
      name: 'AlreadyExistsException',
    });
    await expect(send('ada@agents.test', { TenantName })).resolves.toBeDefined();

    restart();
    await expect(send('ada@agents.test', { TenantName })).resolves.toBeDefined();
    const other = { TenantName, ConfigurationSetName: 'bounces' };
    await expect(send('ada@agents.test', other)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  test.each(['', 'a b', 'a/b', 'x'.repeat(65)])('A tenant cannot have the name "%s"', async (name) => {
    await expect(create(name)).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test.each(['queue/x', 'identity/', 'identity'])('A tenant cannot be associated with %s', async (resource) => {
    await create('org_2').catch(() => {});
    await expect(associate('org_2', resource)).rejects.toMatchObject({ name: 'BadRequestException' });
  });
});
