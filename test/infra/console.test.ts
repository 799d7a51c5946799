import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { FUNCTION_NAMES, functionNamesOf } from '#lib/functions.ts';
import { idleLines, totalOf } from '#scripts/cost/bill.ts';
import { idleStageOf } from '#scripts/cost/idle-stage.ts';
import { LIST_PRICES } from '#scripts/cost/prices.ts';
import { EXAMPLE_SETTINGS } from '#scripts/stage/example-settings.ts';
import { SERVED_ROUTES } from '#shared/contract/table.ts';
import {
  EVERY_NAME,
  logsOf,
  PRODUCTION,
  type Resource,
  resourcesOf,
  statementsOf,
  synthesize,
  targetOf,
} from './stage.ts';

const INTEGRATION = 'x-amazon-apigateway-integration';
const RESPONSES = 'x-amazon-apigateway-gateway-responses';
/** The response to a request without a credential, which any page may read. */
const CHALLENGE = 'BAD_REQUEST_PARAMETERS';
const stage = synthesize({ AID_CONSOLE: 'true' });
const plain = synthesize();

const all = ({ serviceTemplate }: typeof stage, type: string) =>
  resourcesOf(serviceTemplate, type).map(([, { Properties }]) => Properties);
const variablesOf = (one: typeof stage): Record<string, Resource['Properties']> =>
  Object.fromEntries(
    all(one, 'AWS::Lambda::Function').map(({ FunctionName, Environment }) => [FunctionName, Environment.Variables]),
  );
const definitionOf = (one: typeof stage) =>
  all(one, 'AWS::ApiGateway::RestApi').find(({ Name }) => Name === 'aid-dev-api').Body;
const [apiId, api] = resourcesOf(stage.serviceTemplate, 'AWS::ApiGatewayV2::Api').find(
  ([, { Properties }]) => Properties.ProtocolType === 'HTTP',
) as [string, Resource];
const ofConsole = (type: string) => all(stage, type).filter(({ ApiId }) => targetOf(ApiId ?? {}) === apiId);
const ORIGIN = { 'Fn::GetAtt': [apiId, 'ApiEndpoint'] };
const QUOTED_ORIGIN = { 'Fn::Join': ['', ["'", ORIGIN, "'"]] };

describe('a stage without the setting', () => {
  test('It has no console, and nothing in it knows of one', () => {
    expect(all(plain, 'AWS::ApiGatewayV2::Api').map(({ ProtocolType }) => ProtocolType)).toEqual(['WEBSOCKET']);
    const text = JSON.stringify([plain.dataTemplate.toJSON(), plain.serviceTemplate.toJSON()]);
    expect(text).not.toMatch(/console-access|worker-console|CONSOLE_ORIGIN|ConsoleAddress/);
    // The response to a request without a credential, which is for the pages that the MCP server lets in.
    expect(text.match(/Access-Control-Allow-Origin/g)).toHaveLength(1);
    const { AID_MAIL_DOMAIN } = EXAMPLE_SETTINGS;
    expect(readConfig({ AID_MAIL_DOMAIN, AID_CONSOLE: 'false' })).toEqual(readConfig({ AID_MAIL_DOMAIN }));
  });
});

describe('the console of a stage', () => {
  test('One HTTP API leads every request to one function, and only it may invoke that', () => {
    expect(api.Properties).toMatchObject({ Name: 'aid-dev-console', ProtocolType: 'HTTP' });
    expect(ofConsole('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey)).toEqual(['$default']);
    const [integration, more] = ofConsole('AWS::ApiGatewayV2::Integration');
    expect(more).toBeUndefined();
    expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    const worker = targetOf(integration.IntegrationUri);
    const functions = new Map(resourcesOf(stage.serviceTemplate, 'AWS::Lambda::Function'));
    expect(functions.get(worker ?? '')?.Properties.FunctionName).toBe('aid-dev-worker-console');
    const permissions = all(stage, 'AWS::Lambda::Permission').filter(
      ({ FunctionName }) => targetOf(FunctionName) === worker,
    );
    expect(permissions).toHaveLength(1);
    expect(JSON.stringify(permissions[0].SourceArn)).toContain(`{"Ref":"${apiId}"}`);
  });

  test('Its function may write its log and do nothing else, and knows two addresses', () => {
    const own = statementsOf(stage.serviceTemplate).filter(({ policy }) => policy.startsWith('ConsoleWorker'));
    expect(own.map(({ actions }) => actions)).toEqual([['logs:CreateLogStream', 'logs:PutLogEvents']]);
    const variables = variablesOf(stage)['aid-dev-worker-console'];
    const known = Object.keys(variables).filter((name) => !name.startsWith('POWERTOOLS_'));
    expect(known).toEqual(['STAGE', 'API_URL', 'SOCKET_URL']);
    expect(variables.SOCKET_URL).toEqual(variablesOf(stage)['aid-dev-http-streams'].SOCKET_URL);
    const { ApiAddress } = stage.serviceTemplate.toJSON().Outputs;
    expect(variables.API_URL).toEqual(ApiAddress.Value);
  });

  test('It logs each request without headers, for as long as the stage keeps logs, and has a throttle', () => {
    const [served] = ofConsole('AWS::ApiGatewayV2::Stage');
    expect(served).toMatchObject({ StageName: '$default', AutoDeploy: true });
    expect(served.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
    expect(served.AccessLogSettings.Format).not.toMatch(/header|query/i);
    expect(JSON.stringify(served.AccessLogSettings.DestinationArn)).toContain('/aid/dev/console-access');
    const logs = logsOf(stage);
    for (const name of ['console-access', 'worker-console']) expect(logs.get(`/aid/dev/${name}`), name).toBe(30);
  });

  test('An alarm fires when its function fails, and with the requests of the heartbeat that is what it adds to the bill of an idle stage', () => {
    const namesOf = (one: typeof stage) => all(one, 'AWS::CloudWatch::Alarm').map(({ AlarmName }) => AlarmName);
    const added = namesOf(stage).filter((name) => !namesOf(plain).includes(name));
    expect(added).toEqual(['aid-dev-worker-console-errors']);
    const idle = ({ dataTemplate, serviceTemplate }: typeof stage) =>
      totalOf(idleLines(idleStageOf([dataTemplate.toJSON(), serviceTemplate.toJSON()]), LIST_PRICES));
    expect(idle(stage) - idle(plain)).toBeGreaterThan(0.1);
    expect(idle(stage) - idle(plain)).toBeLessThan(0.15);
  });

  test('The outputs have its address', () => {
    const { ConsoleAddress } = stage.serviceTemplate.toJSON().Outputs;
    expect(ConsoleAddress.Value).toEqual({ 'Fn::Join': ['', [ORIGIN, '/']] });
  });

  test('A stage that releases by versions has an alias of it that the API invokes', () => {
    const canary = synthesize(PRODUCTION);
    const aliases = all(canary, 'AWS::Lambda::Alias');
    expect(aliases).toHaveLength(functionNamesOf({ console: true }).length);
    expect(aliases).toHaveLength(FUNCTION_NAMES.length + 1);
  });

  test('The AwsSolutions rules find nothing that is not acknowledged', () => {
    expect(new AwsSolutionsChecks(stage.app).validateScope(stage.app)).toEqual({ success: true, violations: [] });
  });
});

describe('the console of a stage under a name of its own', () => {
  const { AID_CONSOLE_CERTIFICATE: certificate } = EVERY_NAME;
  const named = synthesize(EVERY_NAME);

  test('The name is its only origin: the address of API Gateway is switched off', () => {
    const site = all(named, 'AWS::ApiGatewayV2::Api').find(({ ProtocolType }) => ProtocolType === 'HTTP');
    expect(site.DisableExecuteApiEndpoint).toBe(true);
    expect(api.Properties.DisableExecuteApiEndpoint ?? false).toBe(false);
    expect(variablesOf(named)['aid-dev-http-mail'].CONSOLE_ORIGIN).toBe('https://console.example.com');
    expect(named.serviceTemplate.toJSON().Outputs.ConsoleAddress.Value).toBe('https://console.example.com/');
    expect(JSON.stringify(definitionOf(named))).toContain("'https://console.example.com'");
  });

  test('The name is in the stack of the domains, and leads to the HTTP API', () => {
    const domains = Template.fromStack(named.domains as NonNullable<typeof named.domains>);
    const names = resourcesOf(domains, 'AWS::ApiGatewayV2::DomainName').map(([, { Properties }]) => Properties);
    expect(names).toContainEqual({
      DomainName: 'console.example.com',
      DomainNameConfigurations: [{ CertificateArn: certificate, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' }],
    });
    expect(Object.keys(domains.toJSON().Outputs)).toContain('ConsoleDomainRecord');
    const mapping = { ApiId: { Ref: apiId }, DomainName: 'console.example.com', Stage: '$default' };
    expect(all(named, 'AWS::ApiGatewayV2::ApiMapping')).toContainEqual(mapping);
  });
});

/** The paths of which the function itself replies to the CORS preflight. */
const DECIDED_BY_FUNCTION: ReadonlySet<string> = new Set(
  SERVED_ROUTES.filter(({ webPages }) => webPages === true).map(({ path }) => path),
);

describe('the API of a stage with a console', () => {
  const definition = definitionOf(stage);
  const { paths } = definition as { paths: Record<string, Record<string, Record<string, unknown>>> };

  test('Every path replies to the question of a browser without a function, for the methods that it has and for one origin', () => {
    const asked = Object.entries(paths).filter(([path]) => !DECIDED_BY_FUNCTION.has(path));
    expect(asked.length).toBeGreaterThan(50);
    for (const [path, { options, ...operations }] of asked) {
      const integration = options?.[INTEGRATION] as Resource['Properties'];
      expect(integration, path).toMatchObject({ type: 'mock', passthroughBehavior: 'never' });
      expect(JSON.parse(integration.requestTemplates['application/json'])).toEqual({ statusCode: 204 });
      const { statusCode, responseParameters } = integration.responses.default;
      expect(statusCode).toBe('204');
      const methods = Object.keys(operations).map((method) => method.toUpperCase());
      expect(responseParameters, path).toEqual({
        'method.response.header.Access-Control-Allow-Origin': QUOTED_ORIGIN,
        'method.response.header.Access-Control-Allow-Methods': `'${methods.join(', ')}'`,
        'method.response.header.Access-Control-Allow-Headers':
          "'authorization, content-type, idempotency-key, idempotency-ttl, traceparent, tracestate, user-agent'",
        'method.response.header.Access-Control-Max-Age': "'7200'",
      });
      // API Gateway maps to no header that the response of the method does not declare.
      const { headers } = (options as Resource['Properties']).responses['204'];
      expect(Object.keys(headers).map((name) => `method.response.header.${name}`)).toEqual(
        Object.keys(responseParameters),
      );
    }
  });

  test('The MCP server and what its clients log in with decide about pages themselves, as without a console', () => {
    const before = definitionOf(plain).paths;
    expect(DECIDED_BY_FUNCTION).toContain('/v1/mcp');
    for (const path of DECIDED_BY_FUNCTION) expect(paths[path], path).toEqual(before[path]);
  });

  test('Apart from that, it is the API of a stage without one, and the page may read the errors of the gateway', () => {
    const withoutOptions = Object.fromEntries(
      Object.entries(paths).map(([path, { options, ...operations }]) => [
        path,
        DECIDED_BY_FUNCTION.has(path) ? { options, ...operations } : operations,
      ]),
    );
    const before = definitionOf(plain);
    expect(withoutOptions).toEqual(before.paths);
    const { [CHALLENGE]: challenge, ...errors } = definition[RESPONSES];
    expect(challenge).toEqual(before[RESPONSES][CHALLENGE]);
    for (const [type, response] of Object.entries<Resource['Properties']>(errors)) {
      const { responseParameters, ...rest } = response;
      const {
        'gatewayresponse.header.Access-Control-Allow-Origin': origin,
        'gatewayresponse.header.Access-Control-Expose-Headers': exposed,
        ...others
      } = responseParameters;
      expect(origin, type).toEqual(QUOTED_ORIGIN);
      expect(exposed, type).toMatch(/^'.*\bretry-after\b.*\bx-request-id\b.*'$/);
      expect({ ...rest, responseParameters: others }, type).toEqual(before[RESPONSES][type]);
    }
  });

  test('The functions of the API and the heartbeat know the one origin, and no other function does', () => {
    const knowing = Object.entries(variablesOf(stage)).filter(([, { CONSOLE_ORIGIN }]) => CONSOLE_ORIGIN !== undefined);
    const routes = FUNCTION_NAMES.filter((name) => name.startsWith('http-')).map((name) => `aid-dev-${name}`);
    expect(knowing.map(([name]) => name).sort()).toEqual([...routes, 'aid-dev-worker-sweep'].sort());
    for (const [name, { CONSOLE_ORIGIN }] of knowing) expect(CONSOLE_ORIGIN, name).toEqual(ORIGIN);
  });

  test('No response allows credentials, and none any origin but the one for a request that has no credential', () => {
    const { [CHALLENGE]: challenge, ...errors } = definition[RESPONSES];
    expect(JSON.stringify({ ...definition, [RESPONSES]: errors })).not.toMatch(/Allow-Credentials|'\*'/);
    expect(JSON.stringify(challenge)).not.toContain('Allow-Credentials');
  });

  test('The template leaves room below the largest that CloudFormation accepts', () => {
    expect(JSON.stringify(stage.serviceTemplate.toJSON()).length).toBeLessThan(900_000);
  });
});
