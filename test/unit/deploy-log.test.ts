import { expect, test } from 'vitest';
import { DeployLog } from '#scripts/stage/deploy-log.ts';

let done = 0;

/** A line of the CDK about a resource. */
const event = (stack: string, status: string, type: string, resource: string, reason = '') =>
  `${stack} | ${String(++done).padStart(3)}/300 | 10:11:12 AM | ${status.padEnd(20)} | ${type.padEnd(27)} | ${resource} (${resource.replaceAll('/', '')}) ${reason}`;

const read = (lines: readonly string[]) => {
  const log = new DeployLog();
  return { log, shown: lines.flatMap((line) => log.read(line)) };
};

/** What the CDK prints for the stacks of a stage. */
const succeeded = [
  'aid-prod-data: start: Building aid-prod-data Template',
  'aid-prod-data: success: Published aid-prod-data Template',
  'aid-prod-data',
  'aid-prod-data: deploying... [1/2]',
  '',
  ' ✅  aid-prod-data (no changes)',
  '',
  '✨  Deployment time: 1.2s',
  'aid-prod-service: deploying... [2/2]',
  'aid-prod-service: creating CloudFormation changeset...',
  ...Array.from({ length: 280 }, (_, at) => [
    event('aid-prod-service', 'CREATE_IN_PROGRESS', 'AWS::Lambda::Function', `Routes/f${at}`),
    event('aid-prod-service', 'CREATE_COMPLETE', 'AWS::Lambda::Function', `Routes/f${at}`),
  ]).flat(),
  event('aid-prod-service', 'UPDATE_COMPLETE', 'AWS::SQS::Queue', 'Delivery/Jobs'),
  event('aid-prod-service', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'AWS::CloudFormation::Stack', 'aid-prod-service'),
  event('aid-prod-service', 'DELETE_COMPLETE', 'AWS::Lambda::Function', 'Old/f1'),
  event('aid-prod-service', 'UPDATE_COMPLETE', 'AWS::CloudFormation::Stack', 'aid-prod-service'),
  ' ✅  aid-prod-service',
  'Outputs:',
  'aid-prod-service.ApiAddress = https://a1.execute-api.eu-central-1.amazonaws.com/prod',
  'aid-prod-service.DkimRecord1 = x CNAME y',
  'aid-prod-service.DashboardAddress = https://eu-central-1.console.aws.amazon.com/cloudwatch',
  'Stack ARN:',
  'arn:aws:cloudformation:eu-central-1:111122223333:stack/aid-prod-service/1',
];

test('Of a deployment of 600 lines four are shown: what each stack changed, and the addresses', () => {
  expect(succeeded.length).toBeGreaterThan(580);
  const { log, shown } = read(succeeded);
  expect(shown).toEqual([
    'aid-prod-data: no changes',
    'aid-prod-service: 280 resources created, 1 updated, 1 deleted',
    'aid-prod-service.ApiAddress = https://a1.execute-api.eu-central-1.amazonaws.com/prod',
    'aid-prod-service.DashboardAddress = https://eu-central-1.console.aws.amazon.com/cloudwatch',
  ]);
  expect(log.lastWords()).not.toContain(expect.stringContaining('CREATE_IN_PROGRESS'));
});

test('A deployment that fails shows its causes with their reasons, and not what CloudFormation stopped after them', () => {
  const { log, shown } = read([
    ...succeeded.slice(0, 30),
    event('aid-prod-service', 'CREATE_FAILED', 'AWS::Route53::RecordSet', 'MailRecord', 'already exists'),
    ...Array.from({ length: 50 }, (_, at) =>
      event('aid-prod-service', 'CREATE_FAILED', 'AWS::SQS::Queue', `Q${at}`, 'Resource creation cancelled'),
    ),
    event(
      'aid-prod-service',
      'UPDATE_ROLLBACK_IN_PROGRESS',
      'AWS::CloudFormation::Stack',
      'aid-prod-service',
      'failed',
    ),
    ' ❌  aid-prod-service failed: ToolkitError: UPDATE_ROLLBACK_COMPLETE: already exists',
  ]);
  expect(shown.slice(1)).toEqual([
    'aid-prod-service: CREATE_FAILED AWS::Route53::RecordSet MailRecord (MailRecord) already exists',
    'aid-prod-service: UPDATE_ROLLBACK_IN_PROGRESS aid-prod-service (aid-prod-service) failed',
    '❌  aid-prod-service failed: ToolkitError: UPDATE_ROLLBACK_COMPLETE: already exists',
  ]);
  expect(log.lastWords()).toEqual([]);
});

test('At most eight causes are shown, however many there are', () => {
  const { shown } = read(
    Array.from({ length: 40 }, (_, at) => event('aid-prod-data', 'UPDATE_FAILED', 'AWS::KMS::Key', `K${at}`, 'denied')),
  );
  expect(shown).toHaveLength(8);
});

test('A deployment that ends before it changes a stack shows its last lines', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `bundled ${at}`);
  const { log, shown } = read([...lines, 'AID_MAIL_DOMAIN: expected a domain of yours']);
  expect(shown).toEqual([]);
  expect(log.lastWords()).toHaveLength(12);
  expect(log.lastWords().at(-1)).toBe('AID_MAIL_DOMAIN: expected a domain of yours');
});

test('Colors of a terminal do not hide what a line says', () => {
  const colored = ` ✅  \u001b[1maid-prod-data\u001b[22m`;
  expect(read([colored]).shown).toEqual(['aid-prod-data: 0 resources created, 0 updated, 0 deleted']);
});
