import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { testDeployedConsole } from './support/console.ts';
import { denials } from './support/denials.ts';
import { ACCOUNT, type Account, REGION, startAccount } from './support/engine.ts';
import { testHeartbeat } from './support/heartbeat-tests.ts';
import { logLines } from './support/log-lines.ts';
import { testDeployedMcp } from './support/mcp-tests.ts';
import { testDeployedOAuth } from './support/oauth-tests.ts';
import { testOperatorCommands } from './support/operator-tests.ts';
import { queryApi } from './support/query-api.ts';
import { testRestoredTables } from './support/restored-table-tests.ts';
import { bucketOf, DATA } from './support/stack-resources.ts';
import { apiOf, deploy, outputsOfStage, run, STAGE } from './support/stage.ts';
import { testIdentityTokens } from './support/token-tests.ts';
import { type Tenant, Walk } from './support/walk.ts';

/** The quota of a new account. */
const QUOTA = 50;

let folder: string;
let account: Account;
let outputs: Record<string, string>;
let tenant: Tenant;

const walk = () => new Walk(account, apiOf(account, outputs));
const cdk = (...args: string[]) => run(account, ['node', 'node_modules/aws-cdk/bin/cdk', ...args]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aid-deployment-'));
  account = await startAccount(join(folder, 'account'), QUOTA);
});

afterAll(async () => {
  await account?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('The preflight names what an empty account lacks, and the deployment stops before it changes anything', async () => {
  const preflight = await run(account, ['node', 'scripts/preflight.ts']);
  expect(preflight.code).toBe(1);
  expect(preflight.output).toMatch(
    /^FAIL bootstrap: the CDK has not been set up .*cdk bootstrap aws:\/\/0{12}\/eu-cen/m,
  );
  expect(preflight.output).toMatch(/^OK {3}api logs: API Gateway has no role for them in eu-central-1/m);
  expect(preflight.output).toMatch(/^WARN concurrency: only 50 functions run at once/m);
  expect(preflight.output).toMatch(/^OK {3}mail domain: agents\.example\.com is free/m);
  const deployment = await run(account, ['node', 'scripts/deploy.ts', '--yes']);
  expect(deployment.code).toBe(1);
  expect(deployment.output).toContain('deploy: nothing was changed');
});

test('Bootstrap and deployment of the unchanged templates succeed without a terminal, in an account with a quota of 50', async () => {
  const bootstrap = await cdk('bootstrap', `aws://${ACCOUNT}/${REGION}`);
  expect(bootstrap.code, bootstrap.output).toBe(0);
  outputs = await deploy(account);
  expect(outputs.ApiAddress).toMatch(/^https:/);
});

test('A deployment that reserves more than the quota of the account allows is refused by the preflight', async () => {
  const { code, output } = await run(account, ['node', 'scripts/preflight.ts'], { AID_WAIT_CONCURRENCY: '10' });
  expect(code).toBe(1);
  expect(output).toMatch(/^FAIL concurrency: the stage reserves 30, which leaves 20 of the quota of 50/m);
});

test('The smoke test passes as far as the engine reaches: no WebSockets, outcomes of mail, MX record and public address', async () => {
  const url = apiOf(account, outputs);
  const smoke = await run(account, ['node', 'scripts/smoke.ts', '--url', url, '--skip', 'stream,tunnel,outcome,tools']);
  expect(smoke.code, smoke.output).toBe(0);
  const results = [...smoke.stdout.matchAll(/^(OK|FAIL|SKIP) +([\w-]+)/gm)].map(([, outcome, step]) => [step, outcome]);
  const passed = [
    'ready',
    'entry-point',
    'organization',
    'agents',
    'mail-out',
    'wait',
    'download',
    'password-hash',
    'clean-up',
  ];
  expect(results.filter(([, outcome]) => outcome === 'OK').map(([step]) => step)).toEqual(passed);
  expect(smoke.stdout).toMatch(/^SKIP inbound +agents\.example\.com has no MX record/m);
});

test('The deployed stage receives mail, appends events, answers a long poll and attempts deliveries', async () => {
  tenant = await walk().tenant();
  const bucket = await bucketOf(account, DATA, /^MailBucket/);
  expect(await walk().receiveMail(tenant, bucket)).toMatch(/^Order /);
  expect(await walk().waitFor(tenant, 'mail.received')).toMatchObject({ type: 'mail.received' });
  expect(await walk().attemptedDelivery(tenant, 'mail.received')).toMatchObject({ status: 'retrying' });
});

test('No policy denied a function a request, and the policies were enforced', () => {
  expect(denials(account)).toEqual([]);
  const actions = new Set(account.decisions().map(({ action }) => action));
  for (const action of ['dynamodb:PutItem', 'kms:Decrypt', 's3:GetObject', 'sqs:SendMessage', 'ses:SendEmail']) {
    expect(actions, action).toContain(action);
  }
});

test('An alarm that is set by hand reaches a subscriber of the topic', async () => {
  const pager = `arn:aws:sqs:${REGION}:${ACCOUNT}:pager`;
  const mayPublish = { Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage' };
  const created = await queryApi(account, 'sqs', {
    Action: 'CreateQueue',
    QueueName: 'pager',
    'Attribute.1.Name': 'Policy',
    'Attribute.1.Value': JSON.stringify({ Version: '2012-10-17', Statement: [{ ...mayPublish, Resource: pager }] }),
  });
  const [, queueUrl = ''] = /<QueueUrl>(.*)<\/QueueUrl>/.exec(created) ?? [];
  await queryApi(account, 'sns', {
    Action: 'Subscribe',
    TopicArn: `arn:aws:sns:${REGION}:${ACCOUNT}:aid-${STAGE}-alarms`,
    Protocol: 'sqs',
    Endpoint: pager,
  });
  const described = await queryApi(account, 'monitoring', { Action: 'DescribeAlarms' });
  const [alarm = ''] = [...described.matchAll(/<AlarmName>(.*?)<\/AlarmName>/g)].map(([, name]) => name);
  const change = { Action: 'SetAlarmState', AlarmName: alarm, StateReason: 'test' };
  await queryApi(account, 'monitoring', { ...change, StateValue: 'OK' });
  await queryApi(account, 'monitoring', { ...change, StateValue: 'ALARM' });
  await eventually(async () => {
    const received = await queryApi(account, 'sqs', { Action: 'ReceiveMessage', QueueUrl: queueUrl });
    expect(received).toContain(alarm);
  });
});

testOperatorCommands(() => ({ account, walk: walk(), tenant }));

testIdentityTokens(() => ({ account, walk: walk(), tenant }));

testHeartbeat(() => account);

test('A changed setting is the only difference that an update shows, and none is left after it', async () => {
  const changed = { AID_LOG_RETENTION_DAYS: '14' };
  const diff = (settings = {}) =>
    run(account, ['node', 'node_modules/aws-cdk/bin/cdk', 'diff', '--all', '--fail'], settings);
  const before = await diff(changed);
  expect(before.code, before.output).toBe(1);
  expect(before.output).toContain('RetentionInDays');
  outputs = await deploy(account, changed);
  const after = await diff(changed);
  expect(after.code, after.output).toBe(0);
  expect(await walk().call('GET', '/v1/me', tenant.agentKey)).toMatchObject({ actor_type: 'agent' });
});

testDeployedConsole(async (settings) => {
  outputs = await deploy(account, settings);
  return { account, outputs };
});

testDeployedMcp(() => ({
  account,
  api: apiOf(account, outputs),
  walk: walk(),
  tenant,
  mailBucket: () => bucketOf(account, DATA, /^MailBucket/),
}));

testDeployedOAuth(() => ({ account, api: apiOf(account, outputs) }));

testRestoredTables({
  account: () => account,
  tenant: () => tenant,
  walk,
  deploy: async (settings, options) => (outputs = await deploy(account, settings, options)),
});

test('npm run undeploy shows the queues that are not empty, empties the bucket of tunnels, and takes the stage down', async () => {
  const activated = await run(account, ['node', 'scripts/inbound-mail.ts', 'activate']);
  expect(activated.output).toContain(`aid-${STAGE}-inbound is active`);
  const QueueUrl = `${account.endpoint}/${ACCOUNT}/aid-${STAGE}-relay-failures`;
  await queryApi(account, 'sqs', { Action: 'SendMessage', QueueUrl, MessageBody: '{}' });
  const bodies = await bucketOf(account, `aid-${STAGE}-service`, /^TunnelsBodies/);
  const s3 = new S3Client({ ...account.client, forcePathStyle: true });
  await s3.send(new PutObjectCommand({ Bucket: bodies, Key: 'requests/left', Body: 'left' }));

  const undeployed = await run(account, ['node', 'scripts/undeploy.ts', '--yes']);
  expect(undeployed.code, undeployed.output).toBe(0);
  expect(undeployed.output).toMatch(/^aid-check-relay-failures is not empty: 1 ready/m);
  expect(undeployed.output).toContain(`${bodies}: 1 objects deleted`);
  const status = await run(account, ['node', 'scripts/inbound-mail.ts', 'status']);
  expect(status.output).toContain('active: none');
});

test('A stage that was taken down keeps its logs and its data, and the next deployment says that it receives no mail', async () => {
  const lines = await logLines(account, 'worker-inbound-mail');
  expect(lines).toBeGreaterThan(0);
  const { code, output } = await run(account, ['node', 'scripts/deploy.ts', '--yes']);
  expect(code, output.slice(-8000)).toBe(0);
  expect(output.trim().split('\n').at(-1)).toMatch(
    /^WARN inbound mail: the stage receives no mail, because no receipt/,
  );
  outputs = outputsOfStage();
  expect(await walk().call('GET', '/v1/me', tenant.agentKey)).toMatchObject({ identity_id: tenant.agentId });
  expect(await logLines(account, 'worker-inbound-mail')).toBeGreaterThanOrEqual(lines);
});

test('A stage with active receipt rules cannot be destroyed by the CDK, and npm run undeploy finishes that', async () => {
  const activated = await run(account, ['node', 'scripts/inbound-mail.ts', 'activate']);
  expect(activated.output).toContain(`aid-${STAGE}-inbound is active`);
  const destroyed = await cdk('destroy', `aid-${STAGE}-service`, '--force');
  expect(destroyed.code).not.toBe(0);
  expect(destroyed.output).toContain('Cannot delete active rule set');
  const undeployed = await run(account, ['node', 'scripts/undeploy.ts', '--yes']);
  expect(undeployed.code, undeployed.output).toBe(0);
});
