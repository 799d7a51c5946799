import { describe, expect, it } from 'vitest';
import { GATEWAY_ANSWERS } from '../../lib/constructs/gateway-responses.ts';
import { ROUTES } from '../../shared/contract/table.ts';
import { ERRORS } from '../../shared/domain/errors.ts';
import { type Resource, resourcesOf, synthesize, targetOf } from './stage.ts';

const { serviceTemplate } = synthesize({ AID_WAIT_CONCURRENCY: '7' });
const methods = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Method').map(([, method]) => method.Properties);
const resources = new Map(resourcesOf(serviceTemplate, 'AWS::ApiGateway::Resource'));
const functions = new Map(resourcesOf(serviceTemplate, 'AWS::Lambda::Function'));

function pathOf(id: string): string {
  const { ParentId, PathPart } = (resources.get(id) as Resource).Properties;
  return `${ParentId.Ref === undefined ? '' : pathOf(ParentId.Ref)}/${PathPart}`;
}

const methodOf = (name: string) => methods.find((method) => method.OperationName === name);

/** The function that a method invokes. */
function servedBy(method: Resource['Properties']): Resource['Properties'] {
  const parts = method.Integration.Uri['Fn::Join'][1] as (string | { 'Fn::GetAtt'?: [string, string] })[];
  const target = parts
    .map((part) => (typeof part === 'string' ? undefined : targetOf(part)))
    .find((id) => id && functions.has(id));
  return functions.get(target ?? '')?.Properties;
}

describe('the API', () => {
  it('has one method for each route of the table, and no other', () => {
    const made = methods.map((method) => `${method.HttpMethod} ${pathOf(method.ResourceId.Ref)}`);
    expect(made.sort()).toEqual(ROUTES.map((route) => `${route.method} ${route.path}`).sort());
  });

  it('has no proxy resource and no method for anything', () => {
    expect([...resources.values()].filter(({ Properties }) => Properties.PathPart.includes('+'))).toEqual([]);
    expect(methods.filter((method) => method.HttpMethod === 'ANY')).toEqual([]);
  });

  it.each(ROUTES)('$name is served by the function of its group', (route) => {
    expect(servedBy(methodOf(route.name)).FunctionName).toBe(`aid-dev-http-${route.group}`);
  });

  it('streams exactly the routes that say so: waits for up to 60 s, the A2A protocol for up to 150 s', () => {
    for (const route of ROUTES) {
      const { ResponseTransferMode, TimeoutInMillis } = methodOf(route.name).Integration;
      expect([ResponseTransferMode, TimeoutInMillis], route.name).toEqual(
        route.streamed ? ['STREAM', route.protocol === undefined ? 60_000 : 150_000] : [undefined, undefined],
      );
    }
  });

  it('waits in a function that outlasts the stream and has a concurrency of its own', () => {
    const wait = servedBy(methodOf('waitForEvent'));
    expect(wait.Timeout).toBeGreaterThan(60);
    expect(wait.ReservedConcurrentExecutions).toBe(7);
    const protocol = servedBy(methodOf('callA2a'));
    expect(protocol.Timeout).toBeGreaterThan(150);
    expect(protocol.ReservedConcurrentExecutions).toBe(7);
  });

  it('gives every other function less time than API Gateway gives it', () => {
    for (const route of ROUTES.filter(({ streamed }) => !streamed)) {
      expect(servedBy(methodOf(route.name)).Timeout, route.name).toBeLessThan(29);
    }
  });

  it('lets a group grow without outgrowing its policy: one permission each, for the whole API', () => {
    const permissions = resourcesOf(serviceTemplate, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(permissions).toHaveLength(new Set(ROUTES.map(({ group }) => group)).size);
  });

  it('is regional and logs each request without a header', () => {
    expect(resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi')[0]?.[1].Properties.EndpointConfiguration).toEqual({
      Types: ['REGIONAL'],
    });
    const stage = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Stage')[0]?.[1].Properties;
    expect(JSON.parse(stage.AccessLogSetting.Format).request_id).toBe('$context.requestId');
    expect(stage.AccessLogSetting.Format).not.toMatch(/header|authorizer/i);
    expect(stage.MethodSettings).toEqual([expect.objectContaining({ DataTraceEnabled: false })]);
  });
});

describe("API Gateway's own answers", () => {
  const answers = resourcesOf(serviceTemplate, 'AWS::ApiGateway::GatewayResponse').map(([, one]) => one.Properties);

  it.each(answers)('$ResponseType has the specified body, its status and the request id', (answer) => {
    const body = JSON.parse(answer.ResponseTemplates['application/json']);
    expect(Object.keys(body)).toEqual(['error']);
    expect(Object.keys(body.error)).toEqual(['code', 'message', 'request_id', 'retryable']);
    const { status, message, retryable } = ERRORS[body.error.code as keyof typeof ERRORS];
    expect(body.error).toMatchObject({ message, retryable, request_id: '$context.requestId' });
    expect(answer.StatusCode).toBe(String(status));
    expect(answer.ResponseParameters['gatewayresponse.header.x-request-id']).toBe('context.requestId');
  });

  it.each([
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'route.not_found'],
    ['INVALID_SIGNATURE', '404', 'route.not_found'],
    ['REQUEST_TOO_LARGE', '413', 'payload.too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', '415', 'payload.unsupported_type'],
    ['THROTTLED', '429', 'rate_limit.exceeded'],
    ['INTEGRATION_TIMEOUT', '500', 'internal.error'],
    ['DEFAULT_5XX', '500', 'internal.error'],
  ])('%s is %s %s', (type, status, code) => {
    const answer = answers.find(({ ResponseType }) => ResponseType === type);
    expect(answer.StatusCode).toBe(status);
    expect(JSON.parse(answer.ResponseTemplates['application/json']).error.code).toBe(code);
  });

  it('say when to come back wherever they say that it is too much', () => {
    for (const answer of answers.filter(({ StatusCode }) => StatusCode === '429')) {
      expect(answer.ResponseParameters['gatewayresponse.header.Retry-After']).toMatch(/^'\d+'$/);
    }
  });

  it('are deployed with the methods', () => {
    const [, deployment] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Deployment')[0] as [string, Resource];
    const dependsOn = (deployment as Resource & { DependsOn: string[] }).DependsOn;
    expect(dependsOn.filter((id) => id.startsWith('HttpGatewayResponses'))).toHaveLength(
      Object.keys(GATEWAY_ANSWERS).length,
    );
  });
});
