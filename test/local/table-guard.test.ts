import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalStack } from '#local/local-stack.ts';
import { functionResource, startFixture } from './support/fixture.ts';

/** Sends the command of its event with the SDK, or its body in two parts, and returns the error. */
const FUNCTION = `
import { createRequire } from 'node:module';
import http from 'node:http';
const sdk = createRequire(process.env.SDK)(process.env.SDK);
const client = new sdk.DynamoDBClient({});

const inParts = () => new Promise((resolve, reject) => {
  const request = http.request(process.env.AWS_ENDPOINT_URL_DYNAMODB, { method: 'POST' }, () => resolve());
  request.on('error', reject);
  request.write('{"TableName":');
  request.end('"rows"}');
});

export const handler = async ({ command, input }) => {
  try {
    await (command === 'in parts' ? inParts() : client.send(new sdk[command](input)));
    return { error: null };
  } catch (error) {
    return { error: error.name + ': ' + error.message };
  }
};`;

const SDK = createRequire(import.meta.url).resolve('@aws-sdk/client-dynamodb');
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/rows';

const resources = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      TableName: 'rows',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    },
  },
  Role: {
    Type: 'AWS::IAM::Role',
    Properties: {
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
                Resource: TABLE,
                Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ORG#*'] } },
              },
            ],
          },
        },
      ],
    },
  },
  Caller: functionResource('caller', { SDK }),
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: { paths: {} } } },
};

describe('a function on a stack that enforces policies', () => {
  const shown: string[] = [];
  let stack: LocalStack;

  beforeAll(async () => {
    stack = await startFixture(
      { resources, bundles: { caller: FUNCTION } },
      { settings: { checkAccess: true }, show: (line) => shown.push(line), readyPath: '/_local/outbox' },
    );
  });

  afterAll(() => stack?.stop());

  async function errorOf(command: string, input: object = {}): Promise<string | null> {
    return JSON.parse(await stack.functions.invoke('caller', { command, input })).error;
  }

  const key = (pk: string) => ({ TableName: 'rows', Key: { pk: { S: pk } } });

  test('The SDK reaches the rows that the policy of the function allows', async () => {
    expect(await errorOf('PutItemCommand', { TableName: 'rows', Item: { pk: { S: 'ORG#1' } } })).toBeNull();
    expect(await errorOf('GetItemCommand', key('ORG#1'))).toBeNull();
  });

  test.each([
    ['GetItemCommand', key('KEY#1'), `dynamodb:GetItem on resource: ${TABLE} with the leading keys KEY#1`],
    ['DeleteItemCommand', key('ORG#1'), `dynamodb:DeleteItem on resource: ${TABLE} with the leading keys ORG#1`],
    ['ScanCommand', { TableName: 'rows' }, `dynamodb:Scan on resource: ${TABLE}`],
  ])(
    '%s fails with AccessDeniedException where the policy does not allow it, and the terminal shows it',
    async (command, input, what) => {
      const refusal = `caller is not authorized to perform: ${what}`;
      expect(await errorOf(command, input)).toBe(`AccessDeniedException: User: ${refusal}`);
      await expect.poll(() => shown.join('\n')).toContain(refusal);
    },
  );

  test('A request in parts is refused, because the check cannot see it whole', async () => {
    expect(await errorOf('in parts')).toMatch(/^AccessDeniedException: User: caller sends a table request in parts/);
  });
});
