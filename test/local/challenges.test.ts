import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalStack } from '#local/local-stack.ts';
import { type Fixture, functionResource, operation, startFixture } from './support/fixture.ts';

const CHALLENGE = 'Bearer error="insufficient_scope"';
const OWN_CHALLENGE = 'Bearer resource_metadata="https://api.example.com/x"';

const BUFFERED = `
export const handler = async () => ({ statusCode: 403, headers: { 'WWW-Authenticate': '${CHALLENGE}' }, body: '{}' });`;

const STREAMED = `
export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const head = { statusCode: 401, headers: { 'www-authenticate': '${CHALLENGE}' } };
  awslambda.HttpResponseStream.from(stream, head).end('{}');
});`;

const guarded = (fn: string, integration = {}) => ({
  ...operation(fn, integration),
  parameters: [{ name: 'Authorization', in: 'header', required: true }],
  'x-amazon-apigateway-request-validator': 'credential',
});

/** An API with a function that returns challenges, which are renamed, and a challenge of its own. */
const CHALLENGING_STACK: Fixture = {
  bundles: { buffered: BUFFERED, streamed: STREAMED },
  resources: {
    Role: { Type: 'AWS::IAM::Role' },
    Buffered: functionResource('buffered'),
    Streamed: functionResource('streamed'),
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Body: {
          paths: {
            '/v1/buffered': { get: guarded('Buffered') },
            '/v1/streamed': { post: guarded('Streamed', { responseTransferMode: 'STREAM' }) },
          },
          'x-amazon-apigateway-request-validators': { credential: { validateRequestParameters: true } },
          'x-amazon-apigateway-gateway-responses': {
            BAD_REQUEST_PARAMETERS: {
              statusCode: '401',
              responseParameters: { 'gatewayresponse.header.WWW-Authenticate': `'${OWN_CHALLENGE}'` },
            },
          },
        },
      },
    },
    Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'dev', RestApiId: { Ref: 'Api' } } },
  },
};

let stack: LocalStack;

beforeAll(async () => {
  stack = await startFixture(CHALLENGING_STACK, { readyPath: '/_local/outbox' });
});

afterAll(() => stack?.stop());

async function challengesOf(path: string, init: RequestInit = {}) {
  const { status, headers } = await fetch(`${stack.url}${path}`, init);
  return [status, headers.get('www-authenticate'), headers.get('x-amzn-remapped-www-authenticate')];
}

const authorization = { authorization: 'Bearer x' };

test('The gateway renames WWW-Authenticate of a function, buffered or streamed, as API Gateway does', async () => {
  expect(await challengesOf('/v1/buffered', { headers: authorization })).toEqual([403, null, CHALLENGE]);
  const post = { method: 'POST', body: '{}', headers: authorization };
  expect(await challengesOf('/v1/streamed', post)).toEqual([401, null, CHALLENGE]);
});

test.each([
  ['no header', {}],
  ['a blank one', { authorization: ' ' }],
])(
  'The gateway refuses a request with %s where a validator requires it, with the challenge of the definition',
  async (_name, headers) => {
    expect(await challengesOf('/v1/buffered', { headers })).toEqual([401, OWN_CHALLENGE, null]);
    expect(await challengesOf('/v1/streamed', { method: 'POST', body: '{}', headers })).toEqual([
      401,
      OWN_CHALLENGE,
      null,
    ]);
  },
);
