import { Validator } from '@seriousme/openapi-schema-validator';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { functionOf } from '#lib/functions.ts';
import { gatewayDefinition, type ServedRoute } from '#lib/gateway-definition.ts';
import type { Route } from '#shared/contract/route.ts';
import { methodsOf } from '#shared/contract/served-paths.ts';
import { ROUTES, SERVED_ROUTES } from '#shared/contract/table.ts';
import { COMPRESS_FROM_BYTES } from '#shared/domain/http/compression.ts';
import { type Resource, resourcesOf, synthesize, synthesizeApi } from './stage.ts';

const INTEGRATION = 'x-amazon-apigateway-integration';
const RESPONSES = 'x-amazon-apigateway-gateway-responses';
const COMPRESSION = 'x-amazon-apigateway-minimum-compression-size';
const VALIDATOR = 'x-amazon-apigateway-request-validator';

const { serviceTemplate } = synthesize();
const [, restApi] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi')[0] as [string, Resource];
const definition = restApi.Properties.Body;
const functions = new Map(resourcesOf(serviceTemplate, 'AWS::Lambda::Function'));

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

interface Validated {
  readonly parameters?: readonly Parameter[];
  readonly [VALIDATOR]?: string;
}

/** Text with each of its references in angle brackets: `<Function.Arn>`. */
function joined(value: { 'Fn::Join': [string, (string | { Ref?: string; 'Fn::GetAtt'?: string[] })[]] }): string {
  const [, parts] = value['Fn::Join'];
  return parts
    .map((part) => (typeof part === 'string' ? part : `<${part.Ref ?? part['Fn::GetAtt']?.join('.')}>`))
    .join('');
}

/** The name of the function that an operation invokes, and its invocation mode. */
function integrationOf({ path, method }: Pick<Route, 'path' | 'method'>) {
  const { uri, ...how } = definition.paths[path.replace(/(?<=.)\/$/, '')][method.toLowerCase()][INTEGRATION];
  const [, api, id = '', invocation] = /^(.*)\/functions\/<(\w+)\.Arn>\/(.*)$/.exec(joined(uri)) ?? [];
  return { ...how, api, invocation, function: functions.get(id)?.Properties.FunctionName };
}

/** The resources that API Gateway creates for paths: one for each prefix, and the root. */
function gatewayResources(paths: readonly string[]): number {
  const nodes = paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')));
  return new Set(nodes).size;
}

const operationsOf = (body: typeof definition): string[] =>
  Object.entries(body.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );

describe("the API's definition", () => {
  test.each(SERVED_ROUTES)(
    'API Gateway routes $method $path to the function of its group, with its transfer mode and timeout',
    (route) => {
      const streamed = {
        responseTransferMode: 'STREAM',
        timeoutInMillis: route.protocol === undefined || route.protocol === 'mcp' ? 60_000 : 320_000,
        api: 'arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path/2021-11-15',
        invocation: 'response-streaming-invocations',
      };
      const buffered = {
        responseTransferMode: 'BUFFERED',
        timeoutInMillis: 29_000,
        api: 'arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path/2015-03-31',
        invocation: 'invocations',
      };
      expect(integrationOf(route)).toEqual({
        type: 'aws_proxy',
        httpMethod: 'POST',
        function: `aid-dev-${functionOf(route)}`,
        ...(route.streamed ? streamed : buffered),
      });
    },
  );

  test('The definition has exactly the methods and paths of the route table, so that API Gateway rejects all others', () => {
    const known = SERVED_ROUTES.flatMap((route) =>
      methodsOf(route).map((method) => `${method} ${route.path.replace(/(?<=.)\/$/, '')}`),
    );
    expect(operationsOf(definition).sort()).toEqual([...new Set(known)].sort());
    expect(JSON.stringify(Object.keys(definition.paths))).not.toContain('+}');
  });

  test('API Gateway compresses the responses that it buffers, from the size on that functions compress at', () => {
    expect(definition[COMPRESSION]).toBe(COMPRESS_FROM_BYTES);
  });

  test('API Gateway refuses requests to the MCP server without a credential, and validates no other request', () => {
    const operations = Object.entries(definition.paths as Record<string, Record<string, Validated>>).flatMap(
      ([path, methods]) => Object.entries(methods).map(([method, one]) => ({ name: `${method} ${path}`, ...one })),
    );
    const isRequired = ({ in: place, name, required }: Parameter) => place === 'header' && required && name;
    const validated = operations.filter((one) => one[VALIDATOR] !== undefined);
    expect(validated.map(({ name }) => name)).toEqual(['post /v1/mcp', 'get /v1/mcp', 'delete /v1/mcp']);
    for (const { parameters = [], [VALIDATOR]: validator = '' } of validated) {
      expect(parameters.map(isRequired)).toEqual(['Authorization']);
      expect(definition[`${VALIDATOR}s`][validator]).toEqual({
        validateRequestBody: false,
        validateRequestParameters: true,
      });
    }
  });

  test('The definition has only paths, operations and errors: no proxy, no AWS credentials, no models', () => {
    expect(Object.keys(definition)).toEqual(['openapi', 'info', 'paths', RESPONSES, COMPRESSION, `${VALIDATOR}s`]);
    for (const [path, operations] of Object.entries(definition.paths as Record<string, Record<string, object>>)) {
      for (const [method, operation] of Object.entries(operations)) {
        const said = ['operationId', 'parameters', 'responses', VALIDATOR, INTEGRATION];
        expect(
          Object.keys(operation).filter((key) => !said.includes(key)),
          `${method} ${path}`,
        ).toEqual([]);
      }
    }
  });

  test('The definition is a valid OpenAPI document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(definition));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('An import replaces the previous definition, and makes the API regional from the start', () => {
    expect(restApi.Properties).toMatchObject({
      Mode: 'overwrite',
      EndpointConfiguration: { Types: ['REGIONAL'] },
      Parameters: { endpointConfigurationTypes: 'REGIONAL' },
    });
  });

  test('No method, path or gateway response is a resource of the stack', () => {
    for (const type of ['Method', 'Resource', 'GatewayResponse', 'Model', 'Authorizer']) {
      expect(resourcesOf(serviceTemplate, `AWS::ApiGateway::${type}`), type).toEqual([]);
    }
  });
});

const served = (route: Partial<Route>, functionArn = 'arn:a'): ServedRoute => ({
  route: { ...(ROUTES[0] as Route), path: '/v1/x', ...route },
  functionArn,
});
const define = (...routes: ServedRoute[]) =>
  gatewayDefinition({ title: 'api', partition: 'aws', region: 'here', address: '/dev', served: routes });

describe('trailing slashes', () => {
  test('Two routes that differ by a trailing slash are one operation', () => {
    const { paths } = define(served({ name: 'one' }), served({ name: 'other', path: '/v1/x/' }));
    expect(Object.keys(paths)).toEqual(['/v1/x']);
    expect(paths['/v1/x']?.get).toMatchObject({ operationId: 'one' });
  });

  test.each([
    ['function', served({ path: '/v1/x/' }, 'arn:b')],
    ['transfer mode', served({ path: '/v1/x/', streamed: true })],
  ])('Two routes that differ by a trailing slash and by their %s are rejected', (_, other) => {
    expect(() => define(served({ name: 'one' }), other)).toThrow(/one operation to API Gateway/);
  });
});

describe('deployments', () => {
  /** Few, because each change of them is synthesized. */
  const SERVED = ROUTES.filter(({ name }) => ['getMe', 'getHealth', 'waitForEvent'].includes(name));
  const deploymentOf = (routes: readonly Route[]) => {
    const template = synthesizeApi(routes);
    const [[id]] = resourcesOf(template, 'AWS::ApiGateway::Deployment') as [[string, Resource]];
    const stage = resourcesOf(template, 'AWS::ApiGateway::Stage')[0]?.[1].Properties;
    expect(stage.DeploymentId).toEqual({ Ref: id });
    return id;
  };
  const changed = (name: string, change: Partial<Route>) =>
    SERVED.map((route) => (route.name === name ? { ...route, ...change } : route));
  const before = deploymentOf(SERVED);

  test.each([
    ['a new path', changed('getMe', { path: '/v1/myself' })],
    ['a new method', changed('getMe', { method: 'POST' })],
    ['another function', changed('getMe', { group: 'system' })],
    ['a streamed response', changed('getMe', { streamed: true })],
    ['another timeout', changed('waitForEvent', { protocol: 'json-rpc' })],
    ['a route less', SERVED.filter(({ name }) => name !== 'getMe')],
  ])('A change of the route table (%s) creates a new deployment, which the stage serves', (_, routes) => {
    expect(deploymentOf(routes)).not.toBe(before);
  });

  test('A change that does not concern API Gateway creates no new deployment', () => {
    expect(deploymentOf(changed('getMe', { summary: 'Says who calls', budget: 'none' }))).toBe(before);
  });
});

describe('room for growth', () => {
  const more = Array.from({ length: 60 }, (_, index): Route => {
    const path = `/v1/identities/{id}/more-${index}/{more}` as const;
    return { ...(ROUTES.find(({ name }) => name === 'getIdentity') as Route), name: `more${index}`, path };
  });
  const resources = (template: Template) => Object.keys(template.toJSON().Resources).length;
  const api = synthesizeApi(ROUTES);
  const grown = synthesizeApi([...ROUTES, ...more]);
  const size = (template: Template) => JSON.stringify(template.toJSON(), undefined, 1).length;

  test('Sixty more operations add no resource to the stack, which has less than 300 of 500', () => {
    expect(resources(grown)).toBe(resources(api));
    expect(resources(serviceTemplate)).toBeLessThan(300);
  });

  test('Sixty more operations fit into the 1 MB of a template, which is written with indentation', () => {
    expect(size(serviceTemplate) + size(grown) - size(api)).toBeLessThan(1_000_000);
  });

  test('Sixty more operations fit into the 300 resources that API Gateway allows an API', () => {
    const [[, { Properties }]] = resourcesOf(grown, 'AWS::ApiGateway::RestApi') as [[string, Resource]];
    expect(gatewayResources(Object.keys(Properties.Body.paths))).toBeLessThan(300);
  });
});
