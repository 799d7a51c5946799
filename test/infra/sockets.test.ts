import { describe, expect, test } from 'vitest';
import { type Resource, resourcesOf, statementsOf, synthesize, targetOf, WITH_SETTINGS } from './stage.ts';

const { serviceTemplate } = synthesize(WITH_SETTINGS);
const only = (type: string) => {
  const found = resourcesOf(serviceTemplate, type);
  expect(found, type).toHaveLength(1);
  return found[0]?.[1].Properties;
};
const [[apiId = ''] = []] = resourcesOf(serviceTemplate, 'AWS::ApiGatewayV2::Api');
const variablesOf = (name: string) =>
  resourcesOf(serviceTemplate, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties.FunctionName === `aid-dev-${name}`,
  )?.[1].Properties.Environment.Variables;

describe('the WebSocket API', () => {
  test('One API has the three routes of connections, and those of the messages of tunnels', () => {
    expect(only('AWS::ApiGatewayV2::Api')).toMatchObject({
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.type',
    });
    const routes = resourcesOf(serviceTemplate, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual([
      '$connect',
      '$default',
      '$disconnect',
      'body',
      'error',
      'response',
      'upload',
    ]);
  });

  test('The throttles are settings, and handshakes have a lower one of their own', () => {
    const stageOf = (settings: Record<string, string>) =>
      resourcesOf(synthesize(settings).serviceTemplate, 'AWS::ApiGatewayV2::Stage')[0]?.[1];
    const connect = (rate: number) => ({ $connect: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: 2 * rate } });
    expect(stageOf({})?.Properties.RouteSettings).toEqual(connect(50));
    expect(stageOf({})?.Properties.DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
    });
    const set = stageOf(WITH_SETTINGS);
    expect(set?.Properties.RouteSettings).toEqual(connect(7));
    expect(set?.Properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 70, ThrottlingBurstLimit: 140 });
    const routes = resourcesOf(serviceTemplate, 'AWS::ApiGatewayV2::Route');
    const [connectId] = routes.find(([, { Properties }]) => Properties.RouteKey === '$connect') ?? [];
    expect(stageOf({})?.DependsOn).toContain(connectId);
  });

  test('The API has a log that never contains the query with the ticket', () => {
    const { AccessLogSettings } = only('AWS::ApiGatewayV2::Stage');
    const fields = JSON.stringify(AccessLogSettings.Format).match(/\$context\.[\w.]+/g);
    expect(fields).toEqual(expect.arrayContaining(['$context.requestId', '$context.status', '$context.routeKey']));
    expect(AccessLogSettings.Format).not.toMatch(/query|header|\$context\.path/i);
  });

  test('Four workers may send to connections and close them, of this API only', () => {
    const managing = statementsOf(serviceTemplate).filter(({ actions }) =>
      actions.some((action) => action.startsWith('execute-api:')),
    );
    expect(managing.map(({ policy }) => policy.replace(/Role.*/, '')).sort()).toEqual([
      'SocketsWorker',
      'StreamsWorker',
      'TunnelsIngress',
      'TunnelsMessages',
    ]);
    for (const { actions, statement } of managing) {
      expect(actions).toEqual(['execute-api:ManageConnections']);
      expect(JSON.stringify(statement.Resource)).toContain(`{"Ref":"${apiId}"},"/dev/*/@connections/*"`);
    }
    for (const name of ['worker-connections', 'worker-event-streams'])
      expect(variablesOf(name)).toHaveProperty('AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI');
  });

  test('Only the operation that makes tickets knows the address, and it ends in the stage', () => {
    expect(JSON.stringify(variablesOf('http-streams').SOCKET_URL)).toMatch(
      /^{"Fn::Join":\["",\["wss:\/\/".*"\/dev"\]\]}$/,
    );
    expect(variablesOf('http-events')).not.toHaveProperty('SOCKET_URL');
  });

  test('The jobs of streams have a worker with bounded concurrency', () => {
    const mappings = resourcesOf(serviceTemplate, 'AWS::Lambda::EventSourceMapping').map(([, one]) => one.Properties);
    const mapping = mappings.find((one) => targetOf(one.FunctionName)?.startsWith('StreamsWorker'));
    expect(mapping).toMatchObject({
      ScalingConfig: { MaximumConcurrency: 9 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });
});

test('Every stage of an API with logs is created after the role for logs, which a new account does not have', () => {
  const { Resources } = serviceTemplate.toJSON() as { Resources: Record<string, Resource & { DependsOn?: string[] }> };
  const [[account]] = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::ApiGateway::Account') as [
    [string, Resource],
  ];
  const logging = Object.entries(Resources).filter(
    ([, { Type, Properties }]) =>
      /^AWS::ApiGateway(?:V2)?::Stage$/.test(Type) &&
      (Properties.AccessLogSetting ?? Properties.AccessLogSettings) !== undefined,
  );
  expect(logging.map(([, { Type }]) => Type).sort()).toEqual(['AWS::ApiGateway::Stage', 'AWS::ApiGatewayV2::Stage']);
  for (const [id, { DependsOn }] of logging) expect([DependsOn].flat(), id).toContain(account);
});
