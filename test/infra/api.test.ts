import { describe, expect, test } from 'vitest';
import { functionOf as nameOf } from '#lib/functions.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { A2A_STREAM_MS } from '#shared/domain/limits/limits.ts';
import {
  LARGE_ACCOUNT,
  type Resource,
  resourcesOf,
  SMALL_ACCOUNT,
  synthesize,
  targetOf,
  WITH_SETTINGS,
} from './stage.ts';

const { serviceTemplate } = synthesize(WITH_SETTINGS);
const LAMBDA = 'AWS::Lambda::Function';
const functions = new Map(resourcesOf(serviceTemplate, 'AWS::Lambda::Function'));
const [[apiId]] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi') as [[string, unknown]];

const functionOf = (group: string) =>
  [...functions.values()].find(({ Properties }) => Properties.FunctionName === `aid-dev-http-${group}`)?.Properties;

/** Whether the source of a permission is the API with this logical id. */
const isOf = (sourceArn: object, id: string) => JSON.stringify(sourceArn).includes(`"Ref":"${id}"`);

describe('the functions of the API', () => {
  test('Functions that wait or stream have a longer timeout than their integration and a reserved concurrency', () => {
    expect(functionOf('wait').Timeout).toBeGreaterThan(60);
    expect(functionOf('wait').ReservedConcurrentExecutions).toBe(7);
    expect(functionOf('a2a-streams').ReservedConcurrentExecutions).toBe(7);
    for (const group of ['a2a-protocol', 'a2a', 'streams'])
      expect(functionOf(group).ReservedConcurrentExecutions, group).toBeUndefined();
  });

  test('Calls that last may use three quarters of what is reserved, and a tenth from one address without a verified owner', () => {
    const longCallsWith = (settings: Record<string, string>, variable = 'STAGE_LONG_CALLS') => {
      const functions = resourcesOf(synthesize(settings).serviceTemplate, LAMBDA);
      return Object.fromEntries(
        functions.flatMap(([, { Properties }]) => {
          const value = Properties.Environment?.Variables[variable];
          return value === undefined ? [] : [[Properties.FunctionName, value]];
        }),
      );
    };
    const LONG_CALLS = ['http-a2a-streams', 'http-wait', 'worker-tunnel-ingress'];
    const all = (value: string) => Object.fromEntries(LONG_CALLS.map((name) => [`aid-dev-${name}`, value]));
    expect(longCallsWith(LARGE_ACCOUNT)).toEqual(all('75'));
    expect(longCallsWith(WITH_SETTINGS)).toEqual(all('5'));
    expect(longCallsWith(SMALL_ACCOUNT)).toEqual(all('1'));
    expect(longCallsWith({})).toEqual({});
    expect(longCallsWith(LARGE_ACCOUNT, 'STAGE_ADDRESS_CALLS')).toEqual(all('10'));
    expect(longCallsWith(SMALL_ACCOUNT, 'STAGE_ADDRESS_CALLS')).toEqual(all('1'));
    expect(longCallsWith({}, 'STAGE_ADDRESS_CALLS')).toEqual({});
  });

  test('Every route of A2A that can stream is served by a function that outlives a stream', () => {
    const streaming = ROUTES.filter(({ protocol, events }) => events !== undefined && protocol !== 'mcp');
    expect(streaming.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['callA2a', 'streamA2aMessage', 'getA2aTask', 'actOnA2aTask']),
    );
    for (const route of streaming) {
      const { Timeout } = functionOf(nameOf(route).replace('http-', ''));
      expect(Timeout * 1000, route.name).toBeGreaterThan(A2A_STREAM_MS + 30_000);
    }
  });

  test('Functions with large pages outlive their integration, and have room for a page of 70 MB', () => {
    const longLived = new Set(['wait', 'a2a-protocol', 'mcp']);
    const groups = new Set(
      ROUTES.filter(({ streamed, group }) => streamed && !longLived.has(group)).map((r) => r.group),
    );
    expect([...groups]).toEqual(expect.arrayContaining(['events', 'mail']));
    for (const group of groups) {
      expect(functionOf(group).Timeout, group).toBeGreaterThan(60);
      expect(functionOf(group).MemorySize, group).toBeGreaterThanOrEqual(1024);
    }
  });

  test('A stage reserves no concurrency by default, because a new account has none to reserve', () => {
    const all = resourcesOf(synthesize().serviceTemplate, 'AWS::Lambda::Function');
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(([, { Properties }]) => 'ReservedConcurrentExecutions' in Properties)).toEqual([]);
  });

  test('A function has a shorter timeout than its integration wherever its response is buffered', () => {
    for (const route of ROUTES.filter(({ streamed }) => !streamed)) {
      expect(functionOf(nameOf(route).replace('http-', '')).Timeout, route.name).toBeLessThan(29);
    }
  });

  test('Only this API may invoke the functions, by one permission each: more would exceed the size of their policy', () => {
    const permissions = resourcesOf(serviceTemplate, 'AWS::Lambda::Permission')
      .map(([, { Properties }]) => Properties)
      .filter(({ Principal, SourceArn }) => Principal === 'apigateway.amazonaws.com' && isOf(SourceArn, apiId));
    const invoked = permissions.map(({ FunctionName }) => functions.get(targetOf(FunctionName) ?? '')?.Properties);
    const names = new Set(ROUTES.map((route) => `aid-dev-${nameOf(route)}`));
    expect(invoked.map(({ FunctionName }) => FunctionName).sort()).toEqual([...names].sort());
    for (const { Action, SourceArn } of permissions) {
      expect(Action).toBe('lambda:InvokeFunction');
      expect(SourceArn['Fn::Join'][1].slice(-2)).toEqual([{ Ref: apiId }, '/*/*/*']);
    }
  });
});

describe('the stage of the API', () => {
  const stage = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Stage')[0]?.[1].Properties;

  test('The API stage logs each request without its headers', () => {
    expect(JSON.parse(stage.AccessLogSetting.Format).request_id).toBe('$context.requestId');
    expect(stage.AccessLogSetting.Format).not.toMatch(/header|authorizer/i);
    expect(stage.MethodSettings[0]).toMatchObject({ HttpMethod: '*', ResourcePath: '/*', DataTraceEnabled: false });
  });

  test('The API stage limits the rate of all callers together, and lower that of operations that write without a key', () => {
    const [[, { Properties }]] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Stage') as [[string, Resource]];
    const rates = (Properties.MethodSettings as Record<string, unknown>[]).map((settings) => [
      `${settings.HttpMethod} ${String(settings.ResourcePath).replace(/^\/~1/, '/').replaceAll('~1', '/')}`,
      settings.ThrottlingRateLimit,
      settings.ThrottlingBurstLimit,
    ]);
    expect(rates[0]).toEqual(['* /*', 70, 140]);
    const signup = ['auth/signup', 'auth/signup/resend', 'auth/signup/verify'];
    const password = ['auth/login', 'auth/password/reset', 'auth/password/reset/verify', 'auth/invitation'];
    expect(rates.slice(1).sort()).toEqual(
      ['organizations', 'oauth/authorize', 'oauth/register', ...signup, ...password]
        .map((path) => [`POST /v1/${path}`, 3, 6])
        .sort(),
    );
  });

  test('The API, and that of the public side of tunnels, accept TLS 1.2 and later only', () => {
    const apis = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi');
    expect(apis).toHaveLength(2);
    for (const [, { Properties }] of apis) {
      expect(Properties).toMatchObject({
        SecurityPolicy: expect.stringMatching(/^SecurityPolicy_TLS13_1_2_/),
        EndpointAccessMode: 'BASIC',
      });
    }
  });

  test('A web ACL that limits the rate of an address is added on request only', () => {
    expect(resourcesOf(synthesize().serviceTemplate, 'AWS::WAFv2::WebACL')).toEqual([]);
    const [[id, { Properties }]] = resourcesOf(serviceTemplate, 'AWS::WAFv2::WebACL') as [[string, Resource]];
    expect(Properties.Rules).toEqual([
      expect.objectContaining({
        Action: { Block: {} },
        Statement: { RateBasedStatement: expect.objectContaining({ Limit: 1000, AggregateKeyType: 'IP' }) },
      }),
    ]);
    const [[, association]] = resourcesOf(serviceTemplate, 'AWS::WAFv2::WebACLAssociation') as [[string, Resource]];
    expect(targetOf(association.Properties.WebACLArn)).toBe(id);
    expect(JSON.stringify(association.Properties.ResourceArn)).toContain('/stages/');
  });

  test('The API stage writes its logs with a role that survives the deletion of the stack', () => {
    const [[, account]] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::Account') as [[string, Resource]];
    expect(account.DeletionPolicy).toBe('Retain');
  });
});
