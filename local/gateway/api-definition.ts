import type { Assembly, Resource } from '../assembly/assembly.ts';
import { type GatewayResponse, gatewayResponses } from './gateway-response.ts';

/** One method of the REST API and the function that serves it. */
export interface ApiMethod {
  readonly httpMethod: string;
  /** The resource path with its parameters in braces: `/v1/identities/{id}`. */
  readonly resourcePath: string;
  readonly resourceId: string;
  readonly functionArn: string;
  readonly streamed: boolean;
  readonly timeoutMs: number;
}

/** The REST API of the templates. */
export interface ApiDefinition {
  readonly apiId: string;
  readonly stage: string;
  readonly methods: readonly ApiMethod[];
  readonly responses: ReadonlyMap<string, GatewayResponse>;
  /** Media types that pass as bytes, in base64. */
  readonly binaryMediaTypes: readonly string[];
}

interface ResourceProperties {
  readonly ParentId: string;
  readonly PathPart: string;
}

interface MethodProperties {
  readonly HttpMethod: string;
  readonly ResourceId: string;
  readonly Integration?: {
    readonly Type?: string;
    readonly Uri?: string;
    readonly TimeoutInMillis?: number;
    readonly ResponseTransferMode?: string;
  };
}

/** Source: API Gateway quotas, integration timeout of a regional API. */
const DEFAULT_TIMEOUT_MS = 29_000;

export function apiDefinition(assembly: Assembly): ApiDefinition {
  const [api] = assembly.resources('AWS::ApiGateway::RestApi');
  if (api === undefined) throw new Error('the templates have no REST API');
  const [stage] = assembly.resources('AWS::ApiGateway::Stage');
  const paths = resourcePaths(api, assembly.resources('AWS::ApiGateway::Resource'));
  return {
    apiId: api.ref,
    stage: stage?.ref ?? 'local',
    methods: assembly.resources('AWS::ApiGateway::Method').flatMap((method) => methodOf(method, paths)),
    responses: gatewayResponses(assembly),
    binaryMediaTypes: (api.properties.BinaryMediaTypes as string[] | undefined) ?? [],
  };
}

function resourcePaths(api: Resource, resources: readonly Resource[]): ReadonlyMap<string, string> {
  const byId = new Map(
    resources.map((resource) => [resource.ref, resource.properties as unknown as ResourceProperties]),
  );
  const rootId = api.attribute('RootResourceId');
  const pathOf = (id: string): string => {
    const resource = byId.get(id);
    return resource === undefined ? '' : `${pathOf(resource.ParentId)}/${resource.PathPart}`;
  };
  return new Map([[rootId, '/'], ...[...byId.keys()].map((id) => [id, pathOf(id)] as const)]);
}

function methodOf(resource: Resource, paths: ReadonlyMap<string, string>): readonly ApiMethod[] {
  const { HttpMethod, ResourceId, Integration = {} } = resource.properties as unknown as MethodProperties;
  const resourcePath = paths.get(ResourceId);
  const functionArn = /\/functions\/([^/]+)\//.exec(Integration.Uri ?? '')?.[1];
  if (resourcePath === undefined || functionArn === undefined || Integration.Type !== 'AWS_PROXY') {
    throw new Error(`method ${resource.logicalId} of the REST API is no Lambda proxy, which is all that is emulated`);
  }
  return [
    {
      httpMethod: HttpMethod,
      resourcePath,
      resourceId: ResourceId,
      functionArn,
      streamed: Integration.ResponseTransferMode === 'STREAM',
      timeoutMs: Integration.TimeoutInMillis ?? DEFAULT_TIMEOUT_MS,
    },
  ];
}
