import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
  type SetActiveReceiptRuleSetCommandInput,
} from '@aws-sdk/client-ses';
import {
  DeleteTenantResourceAssociationCommand,
  ListResourceTenantsCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { StageQueue } from '#scripts/ops/stage-queues.ts';
import { lineOf } from '#scripts/preflight/finding.ts';
import { emptyBucket } from '#scripts/stage/empty-bucket.ts';
import { activateRuleSet, deactivateRuleSet, inboundMailFinding } from '#scripts/stage/inbound-mail.ts';
import { remainingMessages } from '#scripts/stage/remaining-messages.ts';
import { releaseFromTenants } from '#scripts/stage/tenants.ts';

const receiving = mockClient(SESClient);
const ses = mockClient(SESv2Client);
const OWN = 'aid-prod-inbound';

beforeEach(() => {
  receiving.reset();
  ses.reset();
  receiving.on(SetActiveReceiptRuleSetCommand).resolves({});
});

afterAll(() => {
  receiving.restore();
  ses.restore();
});

const active = (Name?: string) =>
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves(Name === undefined ? {} : { Metadata: { Name } });

/** The rule sets that were activated; `undefined` stands for a deactivation. */
const activations = () =>
  receiving
    .commandCalls(SetActiveReceiptRuleSetCommand)
    .map(({ args }) => (args[0].input as SetActiveReceiptRuleSetCommandInput).RuleSetName);

describe('the receipt rules of a stage', () => {
  test('The rules are activated where none are active', async () => {
    active();
    expect(await activateRuleSet(new SESClient(), OWN, false)).toBe(`${OWN} is active`);
    expect(activations()).toEqual([OWN]);
  });

  test('The rules of another program are replaced on demand only', async () => {
    active('theirs');
    await expect(activateRuleSet(new SESClient(), OWN, false)).rejects.toThrow(/^theirs is active, .* --replace/);
    expect(activations()).toEqual([]);
    expect(await activateRuleSet(new SESClient(), OWN, true)).toBe(`${OWN} is active instead of theirs`);
    expect(activations()).toEqual([OWN]);
  });

  test('Active rules are not activated again', async () => {
    active(OWN);
    expect(await activateRuleSet(new SESClient(), OWN, false)).toBe(`${OWN} is active already`);
    expect(activations()).toEqual([]);
  });

  test('The rules of the stage are deactivated, and those of another program stay active', async () => {
    active(OWN);
    await deactivateRuleSet(new SESClient(), OWN);
    expect(activations()).toEqual([undefined]);
    active('theirs');
    expect(await deactivateRuleSet(new SESClient(), OWN)).toBe(`${OWN} is not active; theirs is, and stays so`);
    expect(activations()).toEqual([undefined]);
  });
});

describe('the end of a deployment', () => {
  const config = readConfig({ AID_STAGE: 'prod', AID_MAIL_DOMAIN: 'agents.example.com' });
  const warning = async () => {
    const finding = await inboundMailFinding(new SESClient({ region: 'eu-central-1' }), config);
    return finding && lineOf(finding);
  };

  test('A deployment ends with a warning while the receipt rules of the stage are not active', async () => {
    active();
    expect(await warning()).toMatch(
      /^WARN inbound mail: the stage receives no mail, because no receipt rules are active in eu-central-1; run: npm run inbound-mail -- activate /,
    );
    active('aid-dev-inbound');
    expect(await warning()).toMatch(/because aid-dev-inbound is active in eu-central-1; run: npm run inbound-mail/);
    active(OWN);
    expect(await warning()).toBeUndefined();
    receiving.on(DescribeActiveReceiptRuleSetCommand).rejects(new Error('gone'));
    expect(await warning()).toBe('WARN inbound mail: not checked: gone; run: npm run inbound-mail -- status');
  });
});

describe('what an undeploy deletes', () => {
  const queue = (name: string, [ready, delayed, inFlight]: [number, number, number], kind: StageQueue['kind']) =>
    ({ name, url: '', ready, delayed, inFlight, kind, source: undefined }) satisfies StageQueue;

  test('Every queue that is not empty is shown, those with retries and jobs in flight included', () => {
    expect(
      remainingMessages([
        queue('aid-prod-delivery', [0, 2, 1], 'jobs'),
        queue('aid-prod-inbound-mail', [0, 0, 0], 'jobs'),
        queue('aid-prod-relay-failures', [3, 0, 0], 'failures'),
      ]),
    ).toEqual([
      'aid-prod-delivery is not empty: 0 ready, 2 delayed, 1 in flight',
      'aid-prod-relay-failures is not empty: 3 ready, 0 delayed, 0 in flight ' +
        '(failures that wait for an operator: npm run ops -- inspect)',
    ]);
  });

  test('A bucket is emptied page by page, and one that is gone has no objects', async () => {
    const s3 = mockClient(S3Client);
    s3.on(ListObjectsV2Command)
      .resolvesOnce({ Contents: [{ Key: 'requests/a' }, { Key: 'responses/b' }], NextContinuationToken: 'more' })
      .resolvesOnce({ Contents: [{ Key: 'responses/c' }] });
    s3.on(DeleteObjectsCommand).resolves({});
    expect(await emptyBucket(new S3Client(), 'bodies')).toBe(3);
    const deleted = s3.commandCalls(DeleteObjectsCommand).map(({ args }) => args[0].input.Delete?.Objects);
    expect(deleted).toEqual([[{ Key: 'requests/a' }, { Key: 'responses/b' }], [{ Key: 'responses/c' }]]);
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'requests/d' }] });
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'requests/d', Message: 'denied' }] });
    await expect(emptyBucket(new S3Client(), 'bodies')).rejects.toThrow('bodies/requests/d was not deleted: denied');
    s3.on(ListObjectsV2Command).rejects(Object.assign(new Error('none'), { name: 'NoSuchBucket' }));
    expect(await emptyBucket(new S3Client(), 'bodies')).toBe(0);
    s3.restore();
  });
});

describe('the tenants of a stage', () => {
  const arn = 'arn:aws:ses:eu-central-1:111122223333:identity/agents.example.com';

  test('A resource is removed from every tenant, those included that are gone meanwhile', async () => {
    ses
      .on(ListResourceTenantsCommand, { ResourceArn: arn, NextToken: undefined })
      .resolves({ ResourceTenants: [{ TenantName: 'one' }], NextToken: 'more' })
      .on(ListResourceTenantsCommand, { ResourceArn: arn, NextToken: 'more' })
      .resolves({ ResourceTenants: [{ TenantName: 'two' }] });
    ses
      .on(DeleteTenantResourceAssociationCommand)
      .rejectsOnce(new NotFoundException({ message: 'gone', $metadata: {} }))
      .resolves({});
    expect(await releaseFromTenants(new SESv2Client(), arn)).toBe(2);
    const removed = ses.commandCalls(DeleteTenantResourceAssociationCommand).map(({ args }) => args[0].input);
    expect(removed).toEqual(['one', 'two'].map((TenantName) => ({ TenantName, ResourceArn: arn })));
  });

  test('A resource that does not exist has no tenants', async () => {
    ses.on(ListResourceTenantsCommand).rejects(new NotFoundException({ message: 'none', $metadata: {} }));
    expect(await releaseFromTenants(new SESv2Client(), arn)).toBe(0);
  });
});
