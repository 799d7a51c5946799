import { type Fixture, functionResource, loaded, operation } from './fixture.ts';

/** Returns its event. A path parameter makes it misbehave. */
const ECHO = `
export const handler = async (event, context) => {
  const id = event.pathParameters?.id;
  if (id === 'throw') throw new Error('on purpose');
  if (id === 'exit') process.exit(3);
  if (id === 'endless') await new Promise(() => {});
  if (id === 'malformed') return { body: { no: 'text' } };
  if (id === 'huge') return { statusCode: 200, body: 'x'.repeat(6_300_000) };
  if (id === 'bytes') return { statusCode: 201, body: 'AP8=', isBase64Encoded: true, headers: { 'content-type': 'x/y' } };
  const left = context.getRemainingTimeInMillis();
  return { statusCode: 200, body: JSON.stringify({ event, environment: process.env, left }), multiValueHeaders: { a: ['1', '2'] } };
};`;

const STREAM = `
export const handler = awslambda.streamifyResponse(async (event, stream) => {
  stream = awslambda.HttpResponseStream.from(stream, { statusCode: 202, headers: { 'content-type': 'text/plain' } });
  stream.write('one ');
  await new Promise((resolve) => setTimeout(resolve, 20));
  stream.end('two');
});`;

/** Forwards the records of the stream or the queue to the queue that its environment names. */
const RELAY = `
const { SendMessageCommand, SQSClient } = ${loaded('@aws-sdk/client-sqs')};
const sqs = new SQSClient();
export const handler = async (event) => {
  for (const record of event.Records) {
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody: JSON.stringify(record) }));
  }
  return { batchItemFailures: [] };
};`;

const mapping = (fn: string, source: unknown, more: object = {}) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    FunctionName: { Ref: fn },
    EventSourceArn: source,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ...more,
  },
});

/** A stack with one of each resource that the local profile emulates. */
export const SMALL_STACK: Fixture = {
  bundles: { echo: ECHO, brief: ECHO, stream: STREAM, relay: RELAY, mail: RELAY },
  resources: {
    Role: { Type: 'AWS::IAM::Role' },
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        TableName: 'rows',
        AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      },
    },
    Changes: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'changes' } },
    Mails: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'mails' } },
    Received: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'received' } },
    Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'mail' } },
    Topic: { Type: 'AWS::SNS::Topic' },
    Subscription: {
      Type: 'AWS::SNS::Subscription',
      Properties: {
        TopicArn: { Ref: 'Topic' },
        Protocol: 'sqs',
        Endpoint: { 'Fn::GetAtt': ['Mails', 'Arn'] },
        RawMessageDelivery: true,
      },
    },
    Domain: { Type: 'AWS::SES::EmailIdentity', Properties: { EmailIdentity: 'agents.test' } },
    Rule: {
      Type: 'AWS::SES::ReceiptRule',
      Properties: {
        Rule: {
          Recipients: ['agents.test'],
          Actions: [
            { S3Action: { BucketName: { Ref: 'Bucket' }, ObjectKeyPrefix: 'inbound/', TopicArn: { Ref: 'Topic' } } },
          ],
        },
      },
    },
    Echo: functionResource('echo', { OWN: { Ref: 'Table' }, STAGE: 'test' }),
    Brief: functionResource('brief', {}, 1),
    Stream: functionResource('stream'),
    Relay: functionResource('relay', { QUEUE_URL: { Ref: 'Changes' } }),
    Mail: functionResource('mail', { QUEUE_URL: { Ref: 'Received' } }),
    FromTable: mapping(
      'Relay',
      { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      {
        StartingPosition: 'LATEST',
        FilterCriteria: {
          Filters: [
            {
              Pattern: JSON.stringify({
                eventName: ['INSERT'],
                dynamodb: { Keys: { pk: { S: [{ prefix: 'EVENT#' }] } } },
              }),
            },
          ],
        },
      },
    ),
    FromMails: mapping('Mail', { 'Fn::GetAtt': ['Mails', 'Arn'] }),
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Body: {
          openapi: '3.0.1',
          paths: {
            '/v1/things': { post: operation('Echo') },
            '/v1/things/{id}': { get: operation('Echo') },
            '/v1/brief/{id}': { get: operation('Brief'), put: operation('Brief', { timeoutInMillis: 200 }) },
            '/v1/wait': { get: operation('Stream', { responseTransferMode: 'STREAM', timeoutInMillis: 60_000 }) },
            '/v1/ready': { get: operation('Echo') },
          },
          'x-amazon-apigateway-gateway-responses': {
            MISSING_AUTHENTICATION_TOKEN: {
              statusCode: '404',
              responseParameters: {
                'gatewayresponse.header.x-request-id': 'context.requestId',
                'gatewayresponse.header.x': "'y'",
              },
              responseTemplates: { 'application/json': '{"id":"$context.requestId"}' },
            },
          },
        },
      },
    },
  },
};
