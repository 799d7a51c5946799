import { expect, test } from 'vitest';
import { QUEUE_URL_VARIABLES, WORK_QUEUES } from '#shared/contract/jobs.ts';
import {
  PRODUCTION,
  type Resource,
  resourcesOf,
  SMALL_ACCOUNT,
  synthesize,
  targetOf,
  WATCHED,
  WITH_SETTINGS,
} from './stage.ts';

const { serviceTemplate } = synthesize();
const functions = resourcesOf(serviceTemplate, 'AWS::Lambda::Function');
const queues = resourcesOf(serviceTemplate, 'AWS::SQS::Queue');
const alarms = resourcesOf(serviceTemplate, 'AWS::CloudWatch::Alarm').map(([, alarm]) => alarm.Properties);
const mappings = resourcesOf(serviceTemplate, 'AWS::Lambda::EventSourceMapping').map(([, one]) => one.Properties);

/** Queues that receive messages only when something failed. */
const failureQueues = new Set(
  [
    ...queues.map(([, { Properties }]) => Properties.RedrivePolicy?.deadLetterTargetArn),
    ...mappings.map((mapping) => mapping.DestinationConfig?.OnFailure?.Destination),
    ...resourcesOf(serviceTemplate, 'AWS::SNS::Subscription').map(
      ([, { Properties }]) => Properties.RedrivePolicy?.deadLetterTargetArn,
    ),
  ]
    .filter((target) => target !== undefined)
    .map(targetOf),
);

test('The sweep counts the messages of every dead-letter queue and every on-failure destination, and an alarm watches the count', () => {
  expect(failureQueues.size).toBe(7);
  const [sweep] = functions.filter(([, { Properties }]) => Properties.FunctionName === 'aid-dev-worker-sweep');
  const urls = JSON.stringify(sweep?.[1].Properties.Environment.Variables.FAILURE_QUEUE_URLS);
  const counted = [...urls.matchAll(/"Ref":"(\w+)"/g)].map(([, id]) => id);
  expect(counted.sort()).toEqual([...failureQueues].sort());
  expect(alarms.filter((alarm) => alarm.MetricName === 'FailedMessages')).toEqual([
    expect.objectContaining({
      Dimensions: [{ Name: 'service', Value: 'aid-dev-worker-sweep' }],
      Threshold: 0,
      TreatMissingData: 'ignore',
    }),
  ]);
});

test('Only what the service itself failed at is in a failure queue: no worker but the relay sends there', () => {
  const senders = functions.flatMap(([, { Properties }]) =>
    Object.entries(Properties.Environment.Variables as Record<string, { Ref?: string }>)
      .filter(([, value]) => failureQueues.has(targetOf(value)))
      .map(([variable]) => [Properties.FunctionName, variable]),
  );
  expect(senders).toEqual([['aid-dev-worker-relay', 'RELAY_FAILURES_QUEUE_URL']]);
});

test('Alarms watch the age of the stream and of the oldest due delivery, and treat missing data of the sweep as a failure', () => {
  expect(alarms.filter((alarm) => alarm.MetricName === 'IteratorAge')).toHaveLength(1);
  expect(alarms.filter((alarm) => alarm.MetricName === 'OldestDueDeliverySeconds')).toEqual([
    expect.objectContaining({
      Namespace: 'AID',
      Dimensions: [{ Name: 'service', Value: 'aid-dev-worker-sweep' }],
      TreatMissingData: 'breaching',
    }),
  ]);
});

test.each([
  ['outcomes of unknown mail', 'Mail_unmatched', 'worker-mail-status'],
  ['providers that reject mail', 'Mail_failed', 'worker-outbound-mail'],
])('There is an alarm for %s', (_, metric, counter) => {
  expect(alarms.filter((alarm) => alarm.MetricName === metric)).toEqual([
    expect.objectContaining({
      Namespace: 'AID',
      Dimensions: [{ Name: 'service', Value: `aid-dev-${counter}` }],
    }),
  ]);
});

test('An alarm watches the settings of the account around the stage, apart from that on the heartbeat of the stage', () => {
  const watched = alarms.filter((alarm) => alarm.MetricName === 'OldestHeartbeatSeconds');
  expect(watched.map(({ Dimensions, TreatMissingData }) => [Dimensions[0].Value, TreatMissingData]).sort()).toEqual([
    ['aid-dev-account', 'notBreaching'],
    ['aid-dev-worker-sweep', 'breaching'],
  ]);
});

test('A stage that is to receive no mail does not look at the receipt rules', () => {
  const without = synthesize(SMALL_ACCOUNT).serviceTemplate;
  expect(JSON.stringify(without.toJSON())).not.toContain('ses:DescribeActiveReceiptRuleSet');
});

test('One alarm watches the throttles of all functions, because they share the quota of the account', () => {
  const throttles = alarms.filter((alarm) => alarm.MetricName === 'Throttles');
  expect(throttles).toEqual([expect.objectContaining({ Namespace: 'AWS/Lambda' })]);
  expect(throttles[0].Dimensions).toBeUndefined();
});

test('An alarm watches the use of the quota of concurrent executions, if the stage knows the quota', () => {
  const concurrency = (template: typeof serviceTemplate) =>
    resourcesOf(template, 'AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => Properties)
      .filter(({ MetricName }) => MetricName === 'ConcurrentExecutions');
  expect(concurrency(serviceTemplate)).toEqual([]);
  const known = synthesize(WATCHED).serviceTemplate;
  expect(concurrency(known)).toEqual([expect.objectContaining({ Threshold: 800 })]);
});

test('Alarms watch the rates by which SES decides about the reputation of the account', () => {
  const rates = alarms.filter(({ Namespace }) => Namespace === 'AWS/SES');
  expect(rates.map(({ MetricName, Threshold }) => [MetricName, Threshold]).sort()).toEqual([
    ['Reputation.BounceRate', 0.05],
    ['Reputation.ComplaintRate', 0.001],
  ]);
});

test('Every queue with a consumer gets the heartbeat from the relay, and an alarm fires if it is late or missing', () => {
  const consumed = mappings.map(({ EventSourceArn }) => targetOf(EventSourceArn)).filter((id) => id !== undefined);
  const queueIds = queues.map(([id]) => id).filter((id) => consumed.includes(id));
  expect(queueIds).toHaveLength(WORK_QUEUES.length);
  const [relay] = functions.filter(([, { Properties }]) => Properties.FunctionName === 'aid-dev-worker-relay');
  const variables = relay?.[1].Properties.Environment.Variables;
  expect(WORK_QUEUES.map((queue) => variables[QUEUE_URL_VARIABLES[queue]].Ref).sort()).toEqual(queueIds.sort());
  expect(alarms.find(({ AlarmName }) => AlarmName === 'aid-dev-heartbeat')).toMatchObject({
    MetricName: 'OldestHeartbeatSeconds',
    Period: 60,
    EvaluationPeriods: 2,
    TreatMissingData: 'breaching',
  });
});

test('Each worker but the sweep, the layout guard and the ingress of tunnels has an alarm on its errors', () => {
  const errors = alarms.filter(({ MetricName }) => MetricName === 'Errors');
  for (const alarm of errors) {
    expect(alarm).toMatchObject({ Namespace: 'AWS/Lambda', Statistic: 'Sum', Threshold: 0, EvaluationPeriods: 1 });
  }
  const counted = errors.flatMap(({ Dimensions }) =>
    Dimensions.map(({ Value }: { Value: { Ref?: string } }) => targetOf(Value)),
  );
  const uncounted = functions
    .filter(([id, { Properties }]) => Properties.FunctionName.includes('-worker-') && !counted.includes(id))
    .map(([, { Properties }]) => Properties.FunctionName.replace('aid-dev-worker-', ''));
  expect(uncounted.sort()).toEqual(['layout-guard', 'sweep', 'tunnel-ingress']);
  expect(counted).toHaveLength(9);
});

test('Each alarm watches a single metric, so that engines without expressions deploy the template too', () => {
  expect(alarms.filter(({ Metrics, MetricName }) => Metrics !== undefined || MetricName === undefined)).toEqual([]);
});

test('The failure of every function causes an alarm: a failure queue, a late stream or sweep, 5xx responses, or a count', () => {
  const byQueue = mappings.map(({ FunctionName }) => targetOf(FunctionName));
  const [watchedApi] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi').find(
    ([, { Properties }]) => Properties.Name === 'aid-dev-api',
  ) as [string, Resource];
  const byApi = resourcesOf(serviceTemplate, 'AWS::Lambda::Permission')
    .map(([, { Properties }]) => Properties)
    .filter(({ SourceArn }) => JSON.stringify(SourceArn ?? '').includes(`"${watchedApi}"`))
    .map(({ FunctionName }) => targetOf(FunctionName));
  expect(byApi.length).toBeGreaterThan(10);
  // These three count what they failed at. See: test/unit/worker-failures.test.ts.
  expect(alarms.filter(({ MetricName }) => MetricName === 'WorkerFailures')).toEqual([
    expect.objectContaining({ Namespace: 'AID', Dimensions: [{ Name: 'service', Value: 'aid-dev-workers' }] }),
  ]);
  const byCount = functions
    .filter(([, { Properties }]) => /-worker-(?:connections|tunnel-\w+)$/.test(Properties.FunctionName))
    .map(([id]) => id);
  expect(byCount).toHaveLength(3);
  const loud = [...byQueue, ...byApi, ...byCount];
  const silent = functions.filter(([id]) => !loud.includes(id)).map(([, one]) => one.Properties);
  // A failure of the guard fails the deployment in which it runs.
  const expected = ['aid-dev-worker-sweep', 'aid-dev-worker-layout-guard'];
  expect(silent.map(({ FunctionName }) => FunctionName)).toEqual(expected);
  expect(alarms.filter((alarm) => alarm.MetricName === 'OldestDueDeliverySeconds')).toHaveLength(1);
});

test('Requests to the API at which a function crashed count as failures of the service, under the dimension of their alarm', () => {
  const filters = resourcesOf(serviceTemplate, 'AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);
  expect(filters).toEqual([
    {
      LogGroupName: '/aid/dev/api-access',
      FilterPattern: '{ ($.status = "5*") && ($.error_type != "-") && ($.integration_status != "429") }',
      MetricTransformations: [
        {
          MetricNamespace: 'AID',
          MetricName: 'WorkerFailures',
          MetricValue: '1',
          Dimensions: [{ Key: 'service', Value: '$.failures' }],
        },
      ],
    },
  ]);
  const [stage] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Stage').filter(
    ([, { Properties }]) => Properties.AccessLogSetting !== undefined,
  );
  const line = JSON.parse(stage?.[1].Properties.AccessLogSetting.Format) as Record<string, string>;
  const [alarm] = alarms.filter(({ MetricName }) => MetricName === 'WorkerFailures');
  expect(alarm.Dimensions).toEqual([{ Name: 'service', Value: line.failures }]);
  // The filter compares texts.
  expect(line).toMatchObject({ status: '$context.status', error_type: '$context.error.responseType' });
});

test('An alarm watches the 5xx responses of the API', () => {
  expect(alarms.filter((alarm) => alarm.MetricName === '5XXError')).toHaveLength(1);
});

test('No alarm has an organization as a dimension', () => {
  const names = new Set(alarms.flatMap((alarm) => (alarm.Dimensions ?? []).map((one: { Name: string }) => one.Name)));
  expect([...names].sort()).toEqual(['ApiName', 'FunctionName', 'service']);
});

test('All alarms notify the topic of the operators too, for their pagers and chats, and it alone if there is no address', () => {
  const actionsOf = (settings: Record<string, string>) =>
    resourcesOf(synthesize(settings).serviceTemplate, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => {
      expect(Properties.OKActions).toEqual(Properties.AlarmActions);
      return Properties.AlarmActions as unknown[];
    });
  const both = actionsOf(WITH_SETTINGS);
  const { AID_ALARM_TOPIC: topic } = WITH_SETTINGS;
  expect(both.length).toBeGreaterThan(20);
  for (const actions of both) expect(actions).toEqual([{ Ref: expect.stringMatching(/^AlarmsTopic/) }, topic]);
  for (const actions of actionsOf(PRODUCTION)) expect(actions).toEqual([PRODUCTION.AID_ALARM_TOPIC]);
});

test('Alarms notify no one unless an address is configured, and then all of them notify it', () => {
  expect(alarms.filter((alarm) => alarm.AlarmActions !== undefined)).toEqual([]);
  const { serviceTemplate: watched } = synthesize(WATCHED);
  const silent = resourcesOf(watched, 'AWS::CloudWatch::Alarm').filter(
    ([, { Properties }]) => Properties.AlarmActions?.length !== 1,
  );
  expect(silent).toEqual([]);
});
