import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { REGION, URL_SUFFIX } from '../assembly/aws-identifiers.ts';
import { readProperties } from '../assembly/read-properties.ts';

/** The WebSocket API of the templates. */
export interface SocketDefinition {
  readonly apiId: string;
  readonly stage: string;
  /** The property of a JSON message that selects its route. */
  readonly routeProperty: string;
  /** The function of each route, by route key. */
  readonly functions: ReadonlyMap<string, string>;
}

const apiSchema = z.object({ ProtocolType: z.string(), RouteSelectionExpression: z.string().optional() });
const routeSchema = z.object({ RouteKey: z.string(), Target: z.string() });
const integrationSchema = z.object({ IntegrationType: z.literal('AWS_PROXY'), IntegrationUri: z.string() });
const stageSchema = z.object({ StageName: z.string() });

/** Reads the WebSocket API; `undefined` if the templates have none. */
export function socketDefinition(assembly: Assembly): SocketDefinition | undefined {
  const api = assembly
    .resources('AWS::ApiGatewayV2::Api')
    .find((resource) => readProperties(resource, apiSchema).ProtocolType === 'WEBSOCKET');
  if (api === undefined) return undefined;
  const { RouteSelectionExpression = '' } = readProperties(api, apiSchema);
  const routeProperty = /^\$request\.body\.(\w+)$/.exec(RouteSelectionExpression)?.[1];
  if (routeProperty === undefined) {
    throw new Error(`${api.logicalId} selects routes by something other than a property of the message`);
  }
  const ofApi = (type: string) => assembly.resources(type).filter(({ properties }) => properties.ApiId === api.ref);
  const [stage] = ofApi('AWS::ApiGatewayV2::Stage');
  const integrations = new Map(
    ofApi('AWS::ApiGatewayV2::Integration').map((resource) => {
      const { IntegrationUri } = readProperties(resource, integrationSchema);
      return [`integrations/${resource.ref}`, /\/functions\/([^/]+)\/invocations$/.exec(IntegrationUri)?.[1] ?? ''];
    }),
  );
  const functions = ofApi('AWS::ApiGatewayV2::Route').map((resource): [string, string] => {
    const { RouteKey, Target } = readProperties(resource, routeSchema);
    const functionArn = integrations.get(Target);
    if (!functionArn) throw new Error(`route ${RouteKey} of the WebSocket API has no Lambda function`);
    return [RouteKey, functionArn];
  });
  return {
    apiId: api.ref,
    stage: stage === undefined ? 'local' : readProperties(stage, stageSchema).StageName,
    routeProperty,
    functions: new Map(functions),
  };
}

/** The address that the templates give the API, without the stage. */
export function socketHostOf(apiId: string): string {
  return `wss://${apiId}.execute-api.${REGION}.${URL_SUFFIX}`;
}
