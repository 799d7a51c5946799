import { expect, test } from 'vitest';
import { Assembly } from '#local/assembly/assembly.ts';

const ENDPOINT = 'http://127.0.0.1:4000';

function environmentOf(variables: Record<string, unknown>): unknown {
  const data = {
    name: 'data',
    assets: new Map<string, string>(),
    template: {
      Resources: { Table: { Type: 'AWS::DynamoDB::Table' }, Mail: { Type: 'AWS::S3::Bucket' } },
      Outputs: { Name: { Value: { Ref: 'Table' }, Export: { Name: 'data:table' } } },
    },
  };
  const service = {
    name: 'service',
    assets: new Map<string, string>(),
    template: {
      Parameters: { Version: { Default: 'v7' } },
      Conditions: { Never: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'nowhere'] } },
      Resources: {
        Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } },
        Key: { Type: 'AWS::KMS::Key' },
        Fn: { Type: 'AWS::Lambda::Function', Properties: { Variables: variables } },
        Gone: { Type: 'AWS::Lambda::Function', Condition: 'Never' },
      },
    },
  };
  const found = new Assembly([data, service], ENDPOINT).resources('AWS::Lambda::Function');
  expect(found).toHaveLength(1);
  return found[0]?.properties.Variables;
}

test('References resolve to the addresses and names of the emulated resources', () => {
  expect(
    environmentOf({
      URL: { Ref: 'Queue' },
      ARN: { 'Fn::GetAtt': ['Queue', 'Arn'] },
      TABLE: { 'Fn::ImportValue': 'data:table' },
      JOINED: { 'Fn::Join': ['/', ['a', { Ref: 'AWS::Region' }, { Ref: 'Version' }]] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of CloudFormation
      SUB: { 'Fn::Sub': ['${Queue.QueueName}-${x}-${!y}-${AWS::AccountId}', { x: '1' }] },
      PART: { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] },
      CHOICE: { 'Fn::If': ['Never', 'yes', 'no'] },
      ABSENT: { Ref: 'AWS::NoValue' },
    }),
  ).toEqual({
    URL: `${ENDPOINT}/000000000000/jobs`,
    ARN: 'arn:aws:sqs:us-east-1:000000000000:jobs',
    TABLE: 'data-Table',
    JOINED: 'a/us-east-1/v7',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what is left of it
    SUB: 'jobs-1-${y}-000000000000',
    PART: 'b',
    CHOICE: 'no',
  });
});

test('A key has the same ARN at every start', () => {
  const read = () => environmentOf({ KEY: { 'Fn::GetAtt': ['Key', 'Arn'] } });
  expect(read()).toEqual(read());
});

test.each([
  [{ 'Fn::Cidr': [] }, /Fn::Cidr/],
  [{ Ref: 'Unknown' }, /Unknown/],
  [{ 'Fn::ImportValue': 'unknown' }, /unknown/],
])('A reference that cannot be resolved stops the start: %j', (value, message) => {
  expect(() => environmentOf({ X: value })).toThrow(message);
});
