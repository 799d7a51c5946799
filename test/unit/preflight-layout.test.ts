import { GetTemplateCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import { resource, useMockedAccount } from '../support/mocked-account.ts';

const { stacks, rows, lineAbout } = useMockedAccount();

/** The stage is deployed with a table, and with a release of these layouts. */
function deployed(layouts?: { reads: readonly number[]; writes: number }): void {
  stacks.on(ListStackResourcesCommand, { StackName: 'aid-prod-data' }).resolves({
    StackResourceSummaries: [resource('AWS::DynamoDB::Table', 'rows-of-prod', 'Table')],
  });
  const guard = layouts && {
    Type: 'Custom::AidLayout',
    Properties: { Reads: layouts.reads.map(String), Writes: String(layouts.writes) },
  };
  const other = { Type: 'AWS::SQS::Queue' };
  stacks
    .on(GetTemplateCommand)
    .resolves({ TemplateBody: JSON.stringify({ Resources: { other, ...(guard && { guard }) } }) });
}

test('The preflight accepts a new stage, an empty table, and a table of a layout that the release reads', async () => {
  expect(await lineAbout('layout')).toMatch(/^OK .*the stage is new/);
  deployed(LAYOUT);
  rows.on(GetCommand).resolves({});
  rows.on(ScanCommand).resolves({ Count: 0 });
  expect(await lineAbout('layout')).toMatch(/^OK .*table rows-of-prod is empty/);
  rows.on(GetCommand).resolves({ Item: { oldest: LAYOUT.writes, newest: LAYOUT.writes, writes: LAYOUT.writes } });
  expect(await lineAbout('layout')).toMatch(/^OK .*table rows-of-prod has layout \d+$/);
});

test('The preflight fails for rows without a layout or with another, in a restored table too, and names the way out', async () => {
  deployed(LAYOUT);
  rows.on(GetCommand).resolves({});
  rows.on(ScanCommand).resolves({ Count: 1 });
  expect(await lineAbout('layout')).toMatch(/^FAIL .*rows-of-prod has rows but no layout: .*another AID_STAGE/);
  const stream = 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored/stream/2026-11-22T00:00:00.000';
  expect(await lineAbout('layout', { AID_RESTORED_TABLE: stream })).toMatch(/^FAIL .*table restored has rows but no/);
  const old = LAYOUT.writes - 1;
  rows.on(GetCommand).resolves({ Item: { oldest: old, newest: LAYOUT.writes, writes: LAYOUT.writes } });
  expect(await lineAbout('layout')).toMatch(/^FAIL .*has layouts \d+ to \d+, .*npm run ops -- migrate/);
});

test('The preflight fails where the deployed release cannot work on the same rows at the same time', async () => {
  deployed({ reads: [LAYOUT.writes - 2], writes: LAYOUT.writes - 2 });
  expect(await lineAbout('layout')).toMatch(
    /^FAIL .*the deployed release reads layout \d+ and writes \d+, and this one/,
  );
});

test('The preflight fails for a stage of a release before 0.2.0 also if its table is empty or its service was taken down', async () => {
  deployed();
  rows.on(GetCommand).resolves({});
  rows.on(ScanCommand).resolves({ Count: 0 });
  const key = (properties: object) => ({
    Type: 'AWS::KMS::Key',
    Properties: { EnableKeyRotation: true, ...properties },
  });
  const data = (properties: object) =>
    stacks.on(GetTemplateCommand, { StackName: 'aid-prod-data' }).resolves({
      TemplateBody: JSON.stringify({
        Resources: { KeysStorage70A6EB44: key({}), KeysApplication70B1E3F9: key(properties) },
      }),
    });
  data({});
  expect(await lineAbout('layout')).toMatch(
    /^FAIL layout: the stage was deployed by a release before 0\.2\.0: the key of aid-prod-data cannot .*another AID_STAGE$/,
  );
  data({ MultiRegion: true });
  expect(await lineAbout('layout')).toMatch(/^OK .*table rows-of-prod is empty/);
});
