import { describe, expect, test } from 'vitest';
import { resourcesOf, type Statement, statementsOf, synthesize, targetOf, WITH_SETTINGS } from './stage.ts';

const { serviceTemplate } = synthesize();
const functions = resourcesOf(serviceTemplate, 'AWS::Lambda::Function');
const queues = resourcesOf(serviceTemplate, 'AWS::SQS::Queue');
const mappings = resourcesOf(serviceTemplate, 'AWS::Lambda::EventSourceMapping').map(([, one]) => one.Properties);
const mappingOf = (prefix: string) => mappings.find((one) => targetOf(one.FunctionName)?.startsWith(prefix));
const queueOf = (name: string) => queues.find(([, { Properties }]) => Properties.QueueName === name)?.[1].Properties;

const topicOf = (name: string) =>
  resourcesOf(serviceTemplate, 'AWS::SNS::Topic').find(([, { Properties }]) => Properties.TopicName === name)?.[1]
    .Properties;

/** The subscribers of a topic: the logical id of the queue without its hash, and whether it gets raw messages. */
const subscribersOf = (topic: string) =>
  resourcesOf(serviceTemplate, 'AWS::SNS::Subscription')
    .map(([, { Properties }]) => Properties)
    .filter(({ TopicArn }) => targetOf(TopicArn)?.startsWith(topic))
    .map(({ Endpoint, RawMessageDelivery }) => [targetOf(Endpoint)?.slice(0, -8), RawMessageDelivery]);

const policyStatementsOf = (topic: string) =>
  resourcesOf(serviceTemplate, 'AWS::SNS::TopicPolicy')
    .filter(([, { Properties }]) => Properties.Topics.some((one: { Ref: string }) => one.Ref.startsWith(topic)))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[]);

describe('inbound mail', () => {
  test('Inbound mail is stored and then announced, for every verified domain, from any sender and of any size', () => {
    const rules = resourcesOf(serviceTemplate, 'AWS::SES::ReceiptRule').map(([, { Properties }]) => Properties.Rule);
    expect(rules).toEqual([expect.objectContaining({ Enabled: true, ScanEnabled: true })]);
    expect(rules[0].Recipients).toBeUndefined();
    const [action, ...others] = rules[0].Actions;
    expect(others).toEqual([]);
    expect(action.S3Action.ObjectKeyPrefix).toBe('inbound/');
    expect(targetOf(action.S3Action.TopicArn)).toMatch(/^MailInTopic/);
  });

  test('Inbound mail is announced over an encrypted topic that signs with SHA-256, as raw messages, to one queue', () => {
    expect(topicOf('aid-dev-inbound-mail')).toMatchObject({ SignatureVersion: '2', KmsMasterKeyId: expect.anything() });
    expect(subscribersOf('MailInTopic')).toEqual([['MailInJobsQueue', true]]);
  });

  test('The stack does not activate its receipt rule set: the outputs name the command that spares the mail of others', () => {
    const { ActivateInboundMail, MxRecord, ApiAddress } = serviceTemplate.toJSON().Outputs;
    expect(ActivateInboundMail.Value).toBe('npm run inbound-mail -- activate');
    expect(JSON.stringify(serviceTemplate.toJSON().Outputs)).not.toContain('receipt-rule-set');
    expect(JSON.stringify(MxRecord.Value)).toContain('agents.example.com MX 10 inbound-smtp.');
    expect(ApiAddress).toBeDefined();
  });
});

test('The concurrency of mail that comes in and goes out is that of the stage, and of outcomes that of what goes out', () => {
  const stage = synthesize(WITH_SETTINGS).serviceTemplate;
  const maxima = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => [
    targetOf(Properties.FunctionName)?.replace(/Function.*/, ''),
    Properties.ScalingConfig?.MaximumConcurrency,
  ]);
  expect(Object.fromEntries(maxima)).toMatchObject({
    MailInWorker: 20,
    MailOutWorker: 30,
    MailOutOutcomesWorker: 30,
  });
});

describe('checks of mail domains', () => {
  test('Checks of mail domains have a low concurrency, since SES limits these calls per account', () => {
    expect(mappingOf('DomainsWorker')).toMatchObject({ ScalingConfig: { MaximumConcurrency: 2 } });
  });

  test('Checks of mail domains are requested by the relay, and by the sweep when they are due', () => {
    const senders = functions.filter(
      ([, { Properties }]) => 'DOMAIN_CHECKS_QUEUE_URL' in Properties.Environment.Variables,
    );
    expect(senders.map(([, { Properties }]) => Properties.FunctionName).sort()).toEqual([
      'aid-dev-worker-relay',
      'aid-dev-worker-sweep',
    ]);
  });

  test('Checks of mail domains use the resolver of the system, never one that a variable names', () => {
    expect(functions.filter(([, { Properties }]) => 'DNS_SERVER' in Properties.Environment.Variables)).toEqual([]);
  });
});

describe('outcomes of sent mail', () => {
  const destinations = resourcesOf(serviceTemplate, 'AWS::SES::ConfigurationSetEventDestination');

  test('SES publishes exactly these outcomes: sent, delivered, bounced, complained of, rejected', () => {
    const sets = destinations.map(([, { Properties }]) => targetOf(Properties.ConfigurationSetName));
    expect(sets.map((id) => id?.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'MailOutConfigurationSet',
      'MailOutCodeConfigurationSet',
    ]);
    for (const [, { Properties }] of destinations) {
      expect(Properties.EventDestination).toMatchObject({
        Enabled: true,
        MatchingEventTypes: ['send', 'delivery', 'bounce', 'complaint', 'reject'],
      });
      expect(targetOf(Properties.EventDestination.SnsDestination.TopicARN)).toMatch(/^MailOutOutcomesTopic/);
    }
  });

  test('Outcomes arrive over an encrypted topic that signs with SHA-256, as raw messages, in one queue', () => {
    expect(topicOf('aid-dev-mail-status')).toMatchObject({ SignatureVersion: '2', KmsMasterKeyId: expect.anything() });
    expect(subscribersOf('MailOutOutcomesTopic')).toEqual([['MailOutOutcomesJobsQueue', true]]);
  });

  test('Only SES, in this account and for these configuration sets, may publish outcomes', () => {
    const statements = policyStatementsOf('MailOutOutcomesTopic');
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    const publishing = expect.objectContaining({
      Action: 'sns:Publish',
      Principal: { Service: 'ses.amazonaws.com' },
      Condition: {
        StringEquals: { 'AWS:SourceAccount': { Ref: 'AWS::AccountId' }, 'AWS:SourceArn': expect.anything() },
      },
    });
    expect(allowed).toEqual([publishing, publishing]);
    const sources = allowed.map(({ Condition }) => JSON.stringify(Condition?.StringEquals?.['AWS:SourceArn']));
    expect(sources[0]).toMatch(/:configuration-set\/".*MailOutConfigurationSet/);
    expect(sources[1]).toMatch(/:configuration-set\/".*MailOutCodeConfigurationSet/);
    expect(statements.filter(({ Effect }) => Effect === 'Deny')).toHaveLength(1);
  });

  test('An outcome may wait 15 minutes for its mail: it is received again every three minutes, and often enough', () => {
    const { VisibilityTimeout, RedrivePolicy } = queueOf('aid-dev-mail-status');
    expect(VisibilityTimeout).toBe(180);
    expect(RedrivePolicy.maxReceiveCount).toBeGreaterThanOrEqual(12);
    expect(VisibilityTimeout * RedrivePolicy.maxReceiveCount).toBeGreaterThan(15 * 60);
    const worker = functions.find(([id]) => id.startsWith('MailOutOutcomesWorker'))?.[1].Properties;
    expect(worker.Timeout).toBe(30);
  });
});

describe('sending mail', () => {
  const worker = functions.find(([id]) => id.startsWith('MailOutWorker'))?.[1].Properties;

  test('The sender has two minutes, and may put its own retries in its queue', () => {
    expect(worker).toMatchObject({ Timeout: 120, RecursiveLoop: 'Allow' });
    expect(targetOf(worker.Environment.Variables.OUTBOUND_MAIL_QUEUE_URL)).toMatch(/^MailOutJobsQueue/);
    expect(queueOf('aid-dev-outbound-mail').VisibilityTimeout).toBe(720);
  });

  test('SES suppresses by the tenant of an organization: the configuration set of messages does not override it', () => {
    const sets = resourcesOf(serviceTemplate, 'AWS::SES::ConfigurationSet').map(([, { Properties }]) => Properties);
    const optionsOf = (name: string) => sets.find(({ Name }) => Name === name)?.SuppressionOptions;
    expect(sets.map(({ Name }) => Name).sort()).toEqual(['aid-dev-codes', 'aid-dev-outbound']);
    expect(optionsOf('aid-dev-outbound')).toBeUndefined();
  });

  test('A stage without tenants suppresses nothing in SES, may create no tenant, and says so to the sender', () => {
    const without = synthesize({ AID_SES_TENANTS: 'false' }).serviceTemplate;
    const sets = resourcesOf(without, 'AWS::SES::ConfigurationSet').map(([, { Properties }]) => Properties);
    expect(sets.map(({ SuppressionOptions }) => SuppressionOptions)).toEqual([
      { SuppressedReasons: [] },
      { SuppressedReasons: [] },
    ]);
    const creating = statementsOf(without).filter(({ actions }) =>
      actions.some((one) => /^ses:CreateTenant/.test(one)),
    );
    expect(creating).toEqual([]);
    const senders = resourcesOf(without, 'AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties.Environment.Variables.SES_TENANTS === 'false',
    );
    expect(senders.map(([, { Properties }]) => Properties.FunctionName)).toEqual(['aid-dev-worker-outbound-mail']);
    expect(worker.Environment.Variables).not.toHaveProperty('SES_TENANTS');
  });

  test('A stage that limits new domains says so to the functions that verify domains and to the sender, and to no other', () => {
    const limiting = synthesize({ AID_DOMAIN_RAMP: '50' }).serviceTemplate;
    const told = resourcesOf(limiting, 'AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties.Environment?.Variables.DOMAIN_RAMP === '50',
    );
    expect(told.map(([, { Properties }]) => Properties.FunctionName).sort()).toEqual([
      'aid-dev-http-domains',
      'aid-dev-worker-domain-checks',
      'aid-dev-worker-outbound-mail',
    ]);
    expect(worker.Environment.Variables).not.toHaveProperty('DOMAIN_RAMP');
  });

  test('Codes have a configuration set of their own, without suppression, and its outcomes are published too', () => {
    const sets = resourcesOf(serviceTemplate, 'AWS::SES::ConfigurationSet');
    const [id, codes] = sets.find(([, { Properties }]) => Properties.Name === 'aid-dev-codes') ?? [];
    expect(codes?.Properties.SuppressionOptions).toEqual({ SuppressedReasons: [] });
    expect(targetOf(worker.Environment.Variables.CODE_CONFIGURATION_SET)).toBe(id);
    const destinations = resourcesOf(serviceTemplate, 'AWS::SES::ConfigurationSetEventDestination');
    expect(destinations.map(([, { Properties }]) => targetOf(Properties.ConfigurationSetName))).toContain(id);
  });

  test('Bounces and complaints do not arrive by email as well', () => {
    const identities = resourcesOf(serviceTemplate, 'AWS::SES::EmailIdentity').map(([, { Properties }]) => Properties);
    expect(identities.map(({ FeedbackAttributes }) => FeedbackAttributes)).toEqual([{ EmailForwardingEnabled: false }]);
  });

  test('The sender knows its configuration set and the ARN prefix of SES resources', () => {
    const { CONFIGURATION_SET, SES_ARN_PREFIX } = worker.Environment.Variables;
    expect(targetOf(CONFIGURATION_SET)).toMatch(/^MailOutConfigurationSet/);
    expect(JSON.stringify(SES_ARN_PREFIX)).toContain(':ses:');
  });
});
