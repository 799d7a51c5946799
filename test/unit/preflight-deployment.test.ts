import { GetAccountCommand as GetGatewayAccountCommand } from '@aws-sdk/client-api-gateway';
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { expect, test } from 'vitest';
import { named, resource, useMockedAccount } from '../support/mocked-account.ts';

const { lambda, ssm, stacks, gateway, lineAbout, quota } = useMockedAccount();

test('The preflight fails where the CDK has not been set up, or long ago', async () => {
  ssm.on(GetParameterCommand).rejects(named('ParameterNotFound'));
  expect(await lineAbout('bootstrap')).toMatch(
    /^FAIL .*npx cdk bootstrap aws:\/\/111122223333\/eu-central-1, or, .* set @aws-cdk\/core:bootstrapQualifier /,
  );
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '5' } });
  expect(await lineAbout('bootstrap')).toMatch(/^FAIL .*version 5 is older than 6/);
});

test('The preflight looks for the bootstrap with the qualifier of the stage, and not for the default one', async () => {
  ssm
    .on(GetParameterCommand)
    .rejects(named('ParameterNotFound'))
    .on(GetParameterCommand, { Name: '/cdk-bootstrap/ourown/version' })
    .resolves({ Parameter: { Value: '29' } });
  expect(await lineAbout('bootstrap', {}, false, 'ourown')).toBe(
    'OK   bootstrap: version 29 in eu-central-1 with the qualifier ourown',
  );
  expect(await lineAbout('bootstrap', {}, false, 'another')).toMatch(
    /^FAIL .* run: npx cdk bootstrap --qualifier another aws:\/\/111122223333\/eu-central-1$/,
  );
  expect(await lineAbout('bootstrap')).toMatch(/^FAIL /);
});

test('The preflight fails when a reservation leaves less than Lambda keeps unreserved', async () => {
  quota(50);
  expect(await lineAbout('concurrency', { AID_WAIT_CONCURRENCY: '100' })).toMatch(
    /^FAIL concurrency: the stage reserves 300, which leaves -250 of the quota of 50, .*AID_WAIT_CONCURRENCY=0/,
  );
  quota(1000, 350);
  expect(await lineAbout('concurrency', { AID_WAIT_CONCURRENCY: '100' })).toMatch(/^FAIL .*leaves 50 of the quota/);
});

test('The preflight does not count the reservations of an earlier deployment twice', async () => {
  quota(1000, 250);
  lambda.on(GetFunctionConcurrencyCommand).resolves({ ReservedConcurrentExecutions: 100 });
  expect(await lineAbout('concurrency', { AID_WAIT_CONCURRENCY: '100' })).toMatch(/^OK .* 250 stay unreserved/);
});

test.each([10, 50])('The preflight advises a higher quota at %i and lets the deployment go ahead', async (small) => {
  quota(small);
  expect(await lineAbout('concurrency')).toMatch(`WARN concurrency: only ${small} functions run at once`);
});

test('The preflight advises to reserve where the quota allows it', async () => {
  expect(await lineAbout('concurrency')).toMatch(
    /^WARN .* its workers run at most 12 batches at once; set AID_ACCOUNT_CONCURRENCY=1000$/,
  );
});

test('The preflight warns of workers that may run more batches than the account has executions for', async () => {
  quota(50);
  const settings = { AID_DELIVERY_CONCURRENCY: '50' };
  expect(await lineAbout('concurrency', settings)).toMatch(
    /^WARN concurrency: the workers of queues may run 60 batches at once, and 50 executions are unreserved: .*dead letters/,
  );
  quota(500);
  expect(await lineAbout('concurrency', settings)).toMatch(/set AID_ACCOUNT_CONCURRENCY=500$/);
});

test('The preflight compares the configured quota of Lambda with that of the account', async () => {
  expect(await lineAbout('concurrency', { AID_ACCOUNT_CONCURRENCY: '3000' })).toMatch(
    /^WARN concurrency: AID_ACCOUNT_CONCURRENCY is 3000, and the quota of the account is 1000, .* set it to 1000/,
  );
  expect(await lineAbout('concurrency', { AID_ACCOUNT_CONCURRENCY: '500' })).toMatch(
    /^OK .*counts on 500 of the quota/,
  );
  expect(await lineAbout('concurrency', { AID_ACCOUNT_CONCURRENCY: '1000' })).toMatch(/^OK .* stay unreserved$/);
});

test('The preflight notices that the role for the logs of APIs was removed after a deployment', async () => {
  expect(await lineAbout('api logs')).toBe(
    'OK   api logs: API Gateway has no role for them in eu-central-1; the deployment sets one',
  );
  stacks.on(ListStackResourcesCommand, { StackName: 'aid-prod-service' }).resolves({
    StackResourceSummaries: [resource('AWS::IAM::Role', 'aid-prod-logs-role', 'HttpApiCloudWatchRole0AF24C79')],
  });
  expect(await lineAbout('api logs')).toMatch(
    /^WARN .*path=\/cloudwatchRoleArn,value=arn:aws:iam::111122223333:role\/aid-prod-logs-role --region eu-central-1$/,
  );
  gateway.on(GetGatewayAccountCommand).resolves({ cloudwatchRoleArn: 'arn:aws:iam::111122223333:role/logs' });
  expect(await lineAbout('api logs')).toBe(
    'OK   api logs: API Gateway writes them by arn:aws:iam::111122223333:role/logs',
  );
});
