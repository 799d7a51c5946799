import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTenantCommand,
  type CreateTenantCommandInput,
  CreateTenantResourceAssociationCommand,
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  PutSuppressedDestinationCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AwsEndpoint, type Services, startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import { openDatabase } from '#local/state/database.ts';
import { openMailServices } from './support/mail-services.ts';

const BOB = 'bob@elsewhere.test';
const SES_ARN = 'arn:aws:ses:us-east-1:000000000000';
const OWN_LIST = { SuppressionScope: 'TENANT', SuppressedReasons: ['BOUNCE', 'COMPLAINT'] } as const;
const NO_LIST = { SuppressionScope: 'TENANT', SuppressedReasons: [] } as const;

let dir: string;
let endpoint: AwsEndpoint;
let ses: SESv2Client;
let mail: ReturnType<typeof openMailServices>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
  endpoint = await startAwsEndpoint('test');
  mail = openMailServices(dir, openDatabase({ dir, ephemeral: true }));
  endpoint.open({ email: mail.email } as unknown as Services);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  ses = new SESv2Client({ endpoint: endpoint.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  await tenant('ada', { ...OWN_LIST, SuppressedReasons: [...OWN_LIST.SuppressedReasons] });
  await tenant('eve', { ...OWN_LIST, SuppressedReasons: [...OWN_LIST.SuppressedReasons] });
  await tenant('codes', { ...NO_LIST, SuppressedReasons: [] });
  await tenant('shared');
});

afterAll(async () => {
  await endpoint.close();
  rmSync(dir, { recursive: true, force: true });
});

async function tenant(TenantName: string, SuppressionAttributes?: CreateTenantCommandInput['SuppressionAttributes']) {
  await ses.send(new CreateTenantCommand({ TenantName, SuppressionAttributes }));
  for (const resource of ['identity/agents.test', 'configuration-set/everything', 'configuration-set/unsuppressed'])
    await ses.send(new CreateTenantResourceAssociationCommand({ TenantName, ResourceArn: `${SES_ARN}:${resource}` }));
}

const suppress = (TenantName?: string, Reason: 'BOUNCE' | 'COMPLAINT' = 'COMPLAINT') =>
  ses.send(new PutSuppressedDestinationCommand({ EmailAddress: BOB, Reason, TenantName }));

const release = (TenantName?: string) =>
  ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress: BOB, TenantName }));

/** What became of an email to Bob. */
async function outcome(TenantName?: string, ConfigurationSetName = 'everything'): Promise<string> {
  await mail.send([BOB], { TenantName, ConfigurationSetName });
  const events = mail.take('outcomes').filter(({ eventType }) => eventType !== 'Send');
  expect(events).toHaveLength(1);
  return events[0].eventType === 'Bounce' ? events[0].bounce.bounceSubType : events[0].eventType;
}

test('An address on the list of a tenant is suppressed for that tenant alone', async () => {
  await suppress('ada');
  expect(await outcome('ada')).toBe('OnAccountSuppressionList');
  for (const other of ['eve', 'codes', 'shared', undefined]) expect(await outcome(other), other).toBe('Delivery');
  const { SuppressedDestination: entry } = await ses.send(
    new GetSuppressedDestinationCommand({ EmailAddress: BOB, TenantName: 'ada' }),
  );
  expect(entry).toMatchObject({ EmailAddress: BOB, Reason: 'COMPLAINT' });
  await release('ada');
  expect(await outcome('ada')).toBe('Delivery');
  await expect(release('ada')).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('An address on the list of the account is suppressed for mail without a tenant, and for tenants without a list', async () => {
  await suppress();
  for (const affected of ['shared', undefined]) expect(await outcome(affected)).toBe('OnAccountSuppressionList');
  for (const own of ['ada', 'eve', 'codes']) expect(await outcome(own), own).toBe('Delivery');
  await release();
  expect(await outcome()).toBe('Delivery');
});

test('A configuration set without reasons delivers to addresses on every list', async () => {
  await Promise.all([suppress(), suppress('ada')]);
  for (const sender of ['ada', 'shared', undefined])
    expect(await outcome(sender, 'unsuppressed'), sender).toBe('Delivery');
  await Promise.all([release(), release('ada')]);
});

test('A tenant gets its scope and its reasons together', async () => {
  const half = new CreateTenantCommand({ TenantName: 'half', SuppressionAttributes: { SuppressionScope: 'TENANT' } });
  await expect(ses.send(half)).rejects.toMatchObject({ name: 'BadRequestException' });
});
