import { describe, expect, test } from 'vitest';
import { Assembly } from '#local/assembly/assembly.ts';
import { apiDefinitions } from '#local/gateway/api-definition.ts';
import { functionResource, operation } from './support/fixture.ts';

/** What the local gateway reads from a template with this REST API definition. */
function read(body?: object) {
  const Resources = {
    Role: { Type: 'AWS::IAM::Role' },
    Echo: functionResource('echo'),
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: body } },
    Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'dev', RestApiId: { Ref: 'Api' } } },
  };
  const [api] = apiDefinitions(
    new Assembly([{ name: 'test', assets: new Map(), template: { Resources } }], 'http://127.0.0.1:1'),
  );
  if (api === undefined) throw new Error('the template has an API');
  return api;
}

const readOperation = (value: object, method = 'get') => read({ paths: { '/v1/x/{id}': { [method]: value } } });
const changed = (change: object) => {
  const { 'x-amazon-apigateway-integration': integration } = operation('Echo');
  return { 'x-amazon-apigateway-integration': { ...integration, ...change } };
};

describe("the local gateway's reading of the template", () => {
  test('The gateway serves each operation of the definition by its function, in its mode, within its timeout', () => {
    const { stage, methods } = read({
      paths: {
        '/v1/x': { get: operation('Echo'), post: operation('Echo', { timeoutInMillis: 1000 }) },
        '/v1/x/{id}': { get: operation('Echo', { responseTransferMode: 'STREAM', timeoutInMillis: 60_000 }) },
        '/t/{path+}': { 'x-amazon-apigateway-any-method': operation('Echo') },
      },
    });
    expect(stage).toBe('dev');
    const common = {
      kind: 'function',
      functionArn: expect.stringMatching(/:function:echo$/),
      requiredHeaders: [],
      resourceId: expect.stringMatching(/^\w+$/),
    };
    expect(methods).toEqual([
      { ...common, httpMethod: 'GET', resourcePath: '/v1/x', streamed: false, timeoutMs: 29_000 },
      { ...common, httpMethod: 'POST', resourcePath: '/v1/x', streamed: false, timeoutMs: 1000 },
      { ...common, httpMethod: 'GET', resourcePath: '/v1/x/{id}', streamed: true, timeoutMs: 60_000 },
      { ...common, httpMethod: 'ANY', resourcePath: '/t/{path+}', streamed: false, timeoutMs: 29_000 },
    ]);
    expect(methods[0]?.resourceId).toBe(methods[1]?.resourceId);
    expect(methods[0]?.resourceId).not.toBe(methods[2]?.resourceId);
  });

  test('The gateway requires the headers that a validator of parameters requires, and no others', () => {
    const header = (name: string, required: boolean) => ({ name, in: 'header', required });
    const parameters = [{ name: 'id', in: 'path', required: true }, header('Authorization', true), header('X', false)];
    const requiredBy = (name: string | undefined) => {
      const validator = name && { 'x-amazon-apigateway-request-validator': name };
      const { methods } = read({
        'x-amazon-apigateway-request-validators': {
          headers: { validateRequestParameters: true },
          bodies: { validateRequestBody: true, validateRequestParameters: false },
        },
        paths: { '/v1/x/{id}': { get: { ...operation('Echo'), parameters, ...validator } } },
      });
      return methods[0]?.kind === 'function' && methods[0].requiredHeaders;
    };
    expect([requiredBy('headers'), requiredBy('bodies'), requiredBy(undefined)]).toEqual([['authorization'], [], []]);
  });

  test('A method with a mock integration has always the same response', () => {
    const parameters = { 'method.response.header.X-One': "'a, b'", 'method.response.header.Empty': "''" };
    const mock = { type: 'mock', responses: { default: { statusCode: '204', responseParameters: parameters } } };
    const { methods } = readOperation({ 'x-amazon-apigateway-integration': mock }, 'options');
    const common = { httpMethod: 'OPTIONS', resourcePath: '/v1/x/{id}', resourceId: expect.any(String) };
    expect(methods).toEqual([{ ...common, kind: 'fixed', status: 204, headers: { 'x-one': 'a, b', empty: '' } }]);
  });

  test('The gateway takes its own responses and the binary media types from the definition', () => {
    const { responses, binaryMediaTypes } = read({
      paths: {},
      'x-amazon-apigateway-binary-media-types': ['image/png'],
      'x-amazon-apigateway-gateway-responses': {
        THROTTLED: {
          statusCode: '429',
          responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" },
          responseTemplates: { 'application/json': '{}' },
        },
        DEFAULT_5XX: {},
      },
    });
    expect(binaryMediaTypes).toEqual(['image/png']);
    expect(responses.get('THROTTLED')).toEqual({ statusCode: 429, headers: { 'Retry-After': "'1'" }, template: '{}' });
    expect(responses.get('DEFAULT_5XX')).toEqual({ statusCode: undefined, headers: {}, template: undefined });
  });

  test.each([
    ['an API without a definition', () => read()],
    ['a method that is not emulated', () => readOperation(operation('Echo'), 'trace')],
    ['an operation without an integration', () => readOperation({})],
    ['an integration with an address', () => readOperation(changed({ type: 'http_proxy' }))],
    ['a mock without a response', () => readOperation(changed({ type: 'mock' }))],
    [
      'a mock with a header of the request',
      () =>
        readOperation(
          changed({
            type: 'mock',
            responses: {
              default: {
                statusCode: '200',
                responseParameters: { 'method.response.header.x': 'method.request.header.y' },
              },
            },
          }),
        ),
    ],
    ['an invocation by GET', () => readOperation(changed({ httpMethod: 'GET' }))],
    ['a streamed response of a buffered invocation', () => readOperation(changed({ responseTransferMode: 'STREAM' }))],
  ])('%s is rejected at the start and not emulated as something else', (_, reading) => {
    expect(reading).toThrow(/REST API/);
  });
});
