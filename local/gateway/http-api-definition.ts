import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { readProperties } from '../assembly/read-properties.ts';

/** An HTTP API of the templates, which one function serves. */
interface HttpApiDefinition {
  /** The address that the templates give it. */
  readonly endpoint: string;
  readonly functionArn: string;
}

const apiSchema = z.object({ ProtocolType: z.string() });
const ofApi = { ApiId: z.string() };
const routeSchema = z.object({ ...ofApi, RouteKey: z.literal('$default'), Target: z.string() });
const stageSchema = z.object({ ...ofApi, StageName: z.literal('$default') });
const integrationSchema = z.object({
  ...ofApi,
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
});

/** Reads the HTTP API; `undefined` if the templates have none. One function for every request is what is emulated. */
export function httpApiDefinition(assembly: Assembly): HttpApiDefinition | undefined {
  const api = assembly
    .resources('AWS::ApiGatewayV2::Api')
    .find((resource) => readProperties(resource, apiSchema).ProtocolType === 'HTTP');
  if (api === undefined) return undefined;
  const only = <T>(type: string, schema: z.ZodType<T>) => {
    const [found, more] = assembly.resources(type).filter(({ properties }) => properties.ApiId === api.ref);
    if (found === undefined || more !== undefined) throw new Error(`${api.logicalId} has not exactly one ${type}`);
    return { ref: found.ref, properties: readProperties(found, schema) };
  };
  only('AWS::ApiGatewayV2::Stage', stageSchema);
  const route = only('AWS::ApiGatewayV2::Route', routeSchema);
  const integration = only('AWS::ApiGatewayV2::Integration', integrationSchema);
  const functionArn = /(arn:[^/]*:lambda:[^/]*:function:[^/]+)/.exec(integration.properties.IntegrationUri)?.[1];
  if (functionArn === undefined || route.properties.Target !== `integrations/${integration.ref}`) {
    throw new Error(`the route of ${api.logicalId} has no Lambda function`);
  }
  return { endpoint: api.attribute('ApiEndpoint'), functionArn };
}
