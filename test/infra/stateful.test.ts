import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import type { DomainsStack } from '#lib/stacks/domains.ts';
import { describeTemplate } from '#scripts/stateful/describe-template.ts';
import { findLosses, findUnrecorded } from '#scripts/stateful/find-losses.ts';
import { readRecord, recordOf } from '#scripts/stateful/record.ts';
import { STATEFUL_TYPES, STATELESS_TYPES } from '#scripts/stateful/stateful-types.ts';
import { EVERY_NAME, type Resource, synthesize } from './stage.ts';

const { dataTemplate, serviceTemplate, domains } = synthesize(EVERY_NAME);
const templates = {
  'aid-dev-data': dataTemplate.toJSON(),
  'aid-dev-service': serviceTemplate.toJSON(),
  'aid-dev-domains': Template.fromStack(domains as DomainsStack).toJSON(),
};
const record = readRecord();
const present = recordOf(templates);
const stacks = Object.keys(templates);

/** What a deployment would lose after a change of the template of a stack. */
function lossesAfter(change: (resources: Record<string, Resource>) => void, stack = 'aid-dev-data'): string[] {
  const template = structuredClone(templates[stack as keyof typeof templates]) as {
    Resources: Record<string, Resource>;
  };
  change(template.Resources);
  return findLosses(record[stack] ?? {}, describeTemplate(template));
}

/** The only resource of a type that satisfies a condition. */
function find(resources: Record<string, Resource>, type: string, named = ''): [string, Resource] {
  const found = Object.entries(resources).filter(([id, { Type }]) => Type === type && id.includes(named));
  expect(found, `${type} ${named}`).toHaveLength(1);
  return found[0] as [string, Resource];
}

const table = (resources: Record<string, Resource>) => find(resources, 'AWS::DynamoDB::Table')[1];

describe('the stateful resources of a stage', () => {
  test('No change of the templates gives up or replaces a recorded resource; to do it, run npm run stateful -- --accept-losses', () => {
    expect(stacks.flatMap((stack) => findLosses(record[stack] ?? {}, present[stack] ?? {}))).toEqual([]);
  });

  test('Every stateful resource is recorded as it is; if one was added, run npm run stateful', () => {
    expect(stacks.flatMap((stack) => findUnrecorded(record[stack] ?? {}, present[stack] ?? {}))).toEqual([]);
    expect(Object.keys(record).sort()).toEqual([...stacks].sort());
    expect(Object.keys(record['aid-dev-data'] ?? {})).toHaveLength(8);
  });

  test('Every type of resource is declared as stateful or as stateless', () => {
    const types = Object.values(templates).flatMap(({ Resources }) =>
      Object.values(Resources as Record<string, Resource>).map(({ Type }) => Type),
    );
    const known = (type: string) => type in STATEFUL_TYPES || STATELESS_TYPES.has(type);
    expect([...new Set(types)].filter((type) => !known(type))).toEqual([]);
  });
});

describe('a change of a template', () => {
  test('A new logical id of the table is reported as the loss of all rows', () => {
    const losses = lossesAfter((resources) => {
      const [id, resource] = find(resources, 'AWS::DynamoDB::Table');
      delete resources[id];
      resources[`${id}Renamed`] = resource;
    });
    expect(losses).toEqual([expect.stringMatching(/^DataTable\w+ \(AWS::DynamoDB::Table\) is not in .* all rows$/)]);
  });

  test('A removed bucket is reported as the loss of all objects', () => {
    const losses = lossesAfter((resources) => {
      delete resources[find(resources, 'AWS::S3::Bucket', 'MailBucket')[0]];
    });
    expect(losses).toEqual([expect.stringMatching(/^MailBucket\w+ .* lost: all objects$/)]);
  });

  test('A new key schema and a new name of the table are reported with their old and new values', () => {
    const losses = lossesAfter((resources) => {
      table(resources).Properties.KeySchema[1].AttributeName = 'other';
      table(resources).Properties.TableName = 'rows';
    });
    expect(losses).toHaveLength(2);
    expect(losses[0]).toContain('would be replaced: KeySchema was');
    expect(losses[1]).toContain('would be replaced: TableName was absent and is "rows"');
  });

  test('Another key of an index, another type of a key attribute and a removed index are reported, and a further index is not', () => {
    const changed = (change: (properties: Resource['Properties']) => void) =>
      lossesAfter((resources) => change(table(resources).Properties));
    const index = { IndexName: 'other', KeySchema: [], Projection: { ProjectionType: 'ALL' } };
    expect(changed((p) => (p.GlobalSecondaryIndexes[0].KeySchema[0].AttributeName = 'x'))).toHaveLength(1);
    expect(changed((p) => (p.AttributeDefinitions[0].AttributeType = 'N'))).toHaveLength(1);
    expect(changed((p) => p.GlobalSecondaryIndexes.pop())).toHaveLength(1);
    expect(changed((p) => p.GlobalSecondaryIndexes.push(index))).toEqual([]);
  });

  test('Another view of the stream and a table without deletion protection are reported', () => {
    const losses = lossesAfter((resources) => {
      table(resources).Properties.StreamSpecification.StreamViewType = 'KEYS_ONLY';
      table(resources).Properties.DeletionProtectionEnabled = false;
    });
    expect(losses).toHaveLength(2);
  });

  test.each(['DeletionPolicy', 'UpdateReplacePolicy'] as const)(
    'A key with a weaker %s is reported as less protected',
    (policy) => {
      const losses = lossesAfter((resources) => {
        find(resources, 'AWS::KMS::Key', 'KeysStorage')[1][policy] = 'Delete';
      });
      expect(losses).toEqual([expect.stringContaining(`is less protected: ${policy} was Retain and is Delete`)]);
    },
  );

  test.each([
    ['AWS::SQS::Queue', 'DeliveryJobsQueue', 'QueueName', 'other'],
    ['AWS::SQS::Queue', 'DeliveryJobsQueue', 'FifoQueue', true],
    ['AWS::SES::EmailIdentity', '', 'EmailIdentity', 'other.example.com'],
    ['AWS::SES::ReceiptRuleSet', '', 'RuleSetName', 'other'],
    ['AWS::ApiGatewayV2::Stage', 'Sockets', 'StageName', 'other'],
    ['AWS::Lambda::EventSourceMapping', 'Relay', 'StartingPosition', 'LATEST'],
  ])('A change of a %s %s that replaces it is reported: %s', (type, named, property, value) => {
    const losses = lossesAfter((resources) => {
      const [, resource] = find(resources, type, named);
      resource.Properties = { ...resource.Properties, [property]: value };
    }, 'aid-dev-service');
    expect(losses).toHaveLength(1);
    expect(losses[0]).toContain(named);
  });

  test('Another name of an access log is reported', () => {
    const losses = lossesAfter((resources) => {
      const [, resource] = find(resources, 'AWS::Logs::LogGroup', 'apiaccess');
      resource.Properties = { ...resource.Properties, LogGroupName: '/other' };
    });
    expect(losses).toEqual([expect.stringContaining('the record of who called the API')]);
  });

  test('Another name of a custom domain is reported, because its DNS record would be wrong', () => {
    const losses = lossesAfter((resources) => {
      find(resources, 'AWS::ApiGateway::DomainName', 'Api')[1].Properties.DomainName = 'other.example.com';
    }, 'aid-dev-domains');
    expect(losses).toEqual([expect.stringContaining('was "api.example.com" and is "other.example.com"')]);
  });

  test('A change that CloudFormation makes in place is not reported', () => {
    const losses = lossesAfter((resources) => {
      table(resources).Properties.BillingMode = 'PROVISIONED';
      table(resources).Properties.TimeToLiveSpecification.AttributeName = 'ends';
      find(resources, 'AWS::S3::Bucket', 'MailBucket')[1].Properties.LifecycleConfiguration.Rules.pop();
    });
    expect(losses).toEqual([]);
  });
});
