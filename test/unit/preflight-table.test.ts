import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { lineOf } from '#scripts/preflight/finding.ts';
import { guard } from '#scripts/preflight/preflight.ts';
import { named, resource, useMockedAccount } from '../support/mocked-account.ts';

const { stacks, tables, account, lineAbout, owned } = useMockedAccount();

const OWN = 'aid-prod-data-DataTable-1';
const OWN_KEY = 'arn:aws:kms:eu-central-1:111122223333:key/own';
const stream = (name: string, label = '2026-11-22T07:00:00.000') =>
  `arn:aws:dynamodb:eu-central-1:111122223333:table/${name}/stream/${label}`;
const RESTORED = stream('aid-prod-restored');

const table = (TableName: string, more: TableDescription = {}) =>
  tables.on(DescribeTableCommand, { TableName }).resolves({
    Table: {
      TableName,
      TableStatus: 'ACTIVE',
      LatestStreamArn: stream(TableName),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      SSEDescription: { KMSMasterKeyArn: OWN_KEY },
      ...more,
    },
  });

/** Lets a stack be deployed with this restored table, or with the own one. */
const deployed = (
  StackName: string,
  restored?: string,
  StackStatus: 'UPDATE_COMPLETE' | 'ROLLBACK_COMPLETE' = 'UPDATE_COMPLETE',
) =>
  stacks.on(DescribeStacksCommand, { StackName }).resolves({
    Stacks: [
      {
        StackName,
        CreationTime: new Date(0),
        StackStatus,
        Outputs: restored === undefined ? [] : [{ OutputKey: 'RestoredTable', OutputValue: restored }],
      },
    ],
  });

beforeEach(() => {
  stacks
    .on(ListStackResourcesCommand, { StackName: 'aid-prod-data' })
    .resolves({ StackResourceSummaries: [resource('AWS::DynamoDB::Table', OWN)] });
  table(OWN);
  table('aid-prod-restored');
  deployed('aid-prod-data');
  deployed('aid-prod-service');
});

test('A deployment without the setting of a deployed restored table is refused, and the setting is named', async () => {
  deployed('aid-prod-service', RESTORED);
  expect(await lineAbout('table')).toBe(
    `FAIL table: the stage uses aid-prod-restored, and the deployment switches it to ${OWN}, which has nothing of what ` +
      `was written to the other since the restore; to keep aid-prod-restored, set AID_RESTORED_TABLE=${RESTORED}; ` +
      'to switch, run: npm run deploy -- --switch-table',
  );
  expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED })).toBe(
    'OK   table: the stage uses aid-prod-restored',
  );
  expect(await lineAbout('table', {}, true)).toBe(
    `WARN table: the stage uses aid-prod-restored, and the deployment switches it to ${OWN}`,
  );
});

test('A deployment that switches to a restored table is refused without the flag, too', async () => {
  const line = await lineAbout('table', { AID_RESTORED_TABLE: RESTORED });
  expect(line).toMatch(/^FAIL .*to keep aid-prod-data-DataTable-1, leave AID_RESTORED_TABLE out; .*--switch-table$/);
  expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED }, true)).toMatch(/^WARN .*switches it to aid-prod-r/);
});

test('A stage that was taken down, or failed at its first deployment again, is compared with what its data stack recorded', async () => {
  deployed('aid-prod-data', RESTORED);
  stacks.on(DescribeStacksCommand, { StackName: 'aid-prod-service' }).rejects(named('ValidationError'));
  expect(await lineAbout('table')).toMatch(/^FAIL table: the stage uses aid-prod-restored/);
  deployed('aid-prod-service', undefined, 'ROLLBACK_COMPLETE');
  expect(await lineAbout('table')).toMatch(/^FAIL table: the stage uses aid-prod-restored/);
  expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED })).toMatch(/^OK /);
});

test('A first deployment creates a table, and cannot begin with a restored one', async () => {
  stacks.on(ListStackResourcesCommand).rejects(named('ValidationError'));
  stacks.on(DescribeStacksCommand).rejects(named('ValidationError'));
  expect(await lineAbout('table')).toBe('OK   table: the deployment creates one');
  expect(await lineAbout('table', { AID_RESTORED_TABLE: RESTORED })).toMatch(/^FAIL .*deploy it without, and restore/);
});

test.each<[string, string, TableDescription, RegExp]>([
  ['does not exist', stream('none'), {}, /there is no table none in eu-central-1$/],
  [
    'is in another region',
    RESTORED.replace('eu-central-1', 'us-east-1'),
    {},
    /the stream is in us-east-1 of the account/,
  ],
  ['is in another account', RESTORED.replace('111122223333', '444455556666'), {}, /of the account 444455556666, and/],
  ['is an older one of the table', stream('aid-prod-restored', 'old'), {}, /has the stream arn:.*, and not arn:.*old$/],
  ['is off', RESTORED, { StreamSpecification: { StreamEnabled: false } }, /aid-prod-restored has no stream, and not/],
  [
    'carries old images',
    RESTORED,
    { StreamSpecification: { StreamEnabled: true, StreamViewType: 'OLD_IMAGE' } },
    /has OLD_IMAGE, and the relay needs NEW_IMAGE$/,
  ],
  ['is of a table that is being restored', RESTORED, { TableStatus: 'CREATING' }, /is CREATING; wait until/],
  [
    'is of a table with another key',
    RESTORED,
    { SSEDescription: { KMSMasterKeyArn: OWN_KEY.replace('own', 'other') } },
    /is encrypted with .*key\/other, and this stage uses .*key\/own: it is the table of another stage/,
  ],
])('A stream that %s is refused, with the flag too', async (_, restored, more, expected) => {
  table('aid-prod-restored', more);
  const line = await lineAbout('table', { AID_RESTORED_TABLE: restored }, true);
  expect(line).toMatch(/^FAIL table: AID_RESTORED_TABLE: /);
  expect(line).toMatch(expected);
});

test('The table of another stage is refused by the name of its stack', async () => {
  table('aid-dev-data-DataTable-2');
  owned('aid-dev-data-DataTable-2', 'aid-dev-data');
  expect(await lineAbout('table', { AID_RESTORED_TABLE: stream('aid-dev-data-DataTable-2') }, true)).toMatch(
    /^FAIL .*aid-dev-data-DataTable-2 belongs to aid-dev-data, which is another stage$/,
  );
});

test('A deployment without its preflight makes this check all the same, and fails where it may not', async () => {
  const config = readConfig({ AID_STAGE: 'prod', AID_MAIL_DOMAIN: 'agents.example.com' });
  deployed('aid-prod-service', RESTORED);
  const lines = async () => (await guard(account(), config, { maySwitchTable: false })).map(lineOf);
  expect(await lines()).toContainEqual(expect.stringMatching(/^FAIL table: the stage uses aid-prod-restored/));
  stacks.on(DescribeStacksCommand).rejects(named('AccessDenied', 'not authorized'));
  expect(await lines()).toContainEqual('FAIL table: not checked: the credentials lack a permission: not authorized');
});
