import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { isOwnUrl } from '#shared/domain/http/own-address.ts';
import { requestOf } from '#shared/runtime/pipeline/api-gateway.ts';

const AWS = ['https://api.aid.example', 'https://a1b2c3.execute-api.eu-central-1.amazonaws.com/prod'];
const LOCAL = ['http://127.0.0.1:8787'];

test.each([
  'https://api.aid.example',
  'https://API.AID.example/v1/mcp?x=1',
  'https://api.aid.example./v1/mcp',
  'https://api.aid.example../v1/mcp',
  'https://api.aid.example:8443/',
  'https://a1b2c3.execute-api.eu-central-1.amazonaws.com/prod/v1/contacts',
  'https://A1B2C3.execute-api.eu-central-1.amazonaws.com./other/v1/contacts',
  'https://a1b2c3.execute-api.eu-central-1.api.aws/prod/v1/contacts',
  'https://a1b2c3-vpce-0f1e2d.execute-api.eu-central-1.amazonaws.com/prod',
])('%s is the API of a stage on AWS', (url) => expect(isOwnUrl(url, AWS)).toBe(true));

test.each([
  'https://aid.example',
  'https://hooks.api.aid.example/',
  'https://api.aid.example.evil.example/',
  'https://zzzzzz.execute-api.eu-central-1.amazonaws.com/prod',
  'https://execute-api.eu-central-1.amazonaws.com/a1b2c3',
  'https://t-4k2m.tunnels.aid.example/hook',
])('%s is not the API of a stage on AWS', (url) => expect(isOwnUrl(url, AWS)).toBe(false));

test.each([
  'http://127.0.0.1:8787/v1/mcp',
  'https://127.0.0.1:8787/',
  'http://localhost:8787/_local/outbox',
  'http://LOCALHOST.:8787/',
  'http://app.localhost:8787/',
  'http://[::1]:8787/',
  'http://[::ffff:127.0.0.1]:8787/',
  'http://2130706433:8787/',
  'http://127.9.9.9:8787/',
])('%s is the API of the local profile', (url) => expect(isOwnUrl(url, LOCAL)).toBe(true));

test.each(['receivers/../outbox', 'receivers/%2e%2e/%2e%2e/v1/me', 'outbox'])(
  'A URL that leads to the API by way of /_local/%s is that of the API',
  (path) => expect(isOwnUrl(`http://127.0.0.1:8787/_local/${path}`, LOCAL)).toBe(true),
);

test('A receiver of the local profile is none of its API, and no path of a stage on AWS is', () => {
  expect(isOwnUrl('http://127.0.0.1:8787/_local/receivers/acme', LOCAL)).toBe(false);
  expect(isOwnUrl('https://api.aid.example/_local/receivers/acme', AWS)).toBe(true);
});

test.each(['http://127.0.0.1:3000/', 'http://localhost/', 'https://127.0.0.1/', 'http://[::1]:8788/t/abc/'])(
  '%s is another program on the machine of the local profile',
  (url) => expect(isOwnUrl(url, LOCAL)).toBe(false),
);

test('A request names every URL of the API: the public one, the one that was called, and that of API Gateway', () => {
  const event = {
    headers: {},
    resource: '/v1/me',
    path: '/v1/me',
    body: null,
    requestContext: { apiId: 'a1b2c3', domainName: 'called.example', path: '/v1/me', identity: {} },
  } as unknown as APIGatewayProxyEvent;
  const { ownUrls } = requestOf(event, 'https://api.aid.example');
  for (const host of ['api.aid.example', 'called.example', 'a1b2c3.execute-api.eu-west-1.amazonaws.com']) {
    expect(isOwnUrl(`https://${host}/v1/me`, ownUrls)).toBe(true);
  }
});
