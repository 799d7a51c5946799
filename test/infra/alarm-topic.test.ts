import { describe, expect, test } from 'vitest';
import { resourcesOf, type Statement, synthesize, targetOf, WATCHED } from './stage.ts';

const { dataTemplate, serviceTemplate } = synthesize(WATCHED);
const topics = new Map(resourcesOf(serviceTemplate, 'AWS::SNS::Topic'));
const alarms = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
  resourcesOf(serviceTemplate, type).map(([, { Properties }]) => Properties),
);

/** The topics that alarms act on. */
const targets = [
  ...new Set(
    alarms.flatMap(({ AlarmActions = [], OKActions = [], InsufficientDataActions = [] }) =>
      [...AlarmActions, ...OKActions, ...InsufficientDataActions].map(targetOf),
    ),
  ),
].filter((target) => target !== undefined);

const OWN_ACCOUNT = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };

interface ServiceStatement extends Statement {
  Principal?: { Service?: string | string[] };
}

/** The statements that allow CloudWatch one of the actions. */
function allowing(statements: readonly ServiceStatement[], action: string): ServiceStatement[] {
  return statements.filter(
    ({ Effect, Action, Principal }) =>
      Effect === 'Allow' &&
      [Action].flat().includes(action) &&
      [Principal?.Service ?? []].flat().includes('cloudwatch.amazonaws.com'),
  );
}

describe('the topics of alarms', () => {
  test('Alarms act on a topic', () => {
    expect(targets).toHaveLength(1);
  });

  test.each(targets)('CloudWatch may publish to %s, from this account only', (id) => {
    const statements = resourcesOf(serviceTemplate, 'AWS::SNS::TopicPolicy')
      .filter(([, { Properties }]) => Properties.Topics.map(targetOf).includes(id))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as ServiceStatement[]);
    const allowed = allowing(statements, 'sns:Publish');
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({ Resource: { Ref: id }, Condition: OWN_ACCOUNT });
  });

  test.each(targets)('%s has no key that could be denied, so alarms reach people in every failure of a key', (id) => {
    expect(topics.get(id)?.Properties).not.toHaveProperty('KmsMasterKeyId');
    for (const [key, { Properties }] of resourcesOf(dataTemplate, 'AWS::KMS::Key')) {
      const statements = Properties.KeyPolicy.Statement as ServiceStatement[];
      expect(allowing(statements, 'kms:GenerateDataKey*'), `${key} is for no alarm`).toEqual([]);
    }
  });

  test('The address of the stage is subscribed to the topic', () => {
    const subscriptions = resourcesOf(serviceTemplate, 'AWS::SNS::Subscription').map(([, one]) => one.Properties);
    expect(subscriptions.filter(({ TopicArn }) => targets.includes(targetOf(TopicArn) ?? ''))).toEqual([
      expect.objectContaining({ Protocol: 'email', Endpoint: 'night@example.com' }),
    ]);
  });
});

test('Every topic of the service allows a service to publish: a policy with a Deny alone lets none', () => {
  const silent = [...topics.keys()].filter((id) => {
    const policies = resourcesOf(serviceTemplate, 'AWS::SNS::TopicPolicy').filter(([, { Properties }]) =>
      Properties.Topics.map(targetOf).includes(id),
    );
    const statements = policies.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[]);
    return statements.length > 0 && !statements.some(({ Effect }) => Effect === 'Allow');
  });
  expect(silent).toEqual([]);
});
