import { ApiDefinition, type CfnRestApi, EndpointType, RestApiMode, SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockedEncryptionType,
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { TUNNEL_MS } from '#shared/contract/gateway-timeouts.ts';
import { TUNNEL_ERROR_HEADER } from '#shared/domain/tunnel/forwarded-headers.ts';
import type { TunnelErrorCode } from '#shared/domain/tunnel/tunnel-errors.ts';
import type { Access } from '../access.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { mapDomain } from '../map-domain.ts';
import { requireTls12 } from '../require-tls12.ts';
import { serviceNameOf } from '../settings.ts';
import type { Grantor } from './grantor.ts';
import { ServiceFunction } from './service-function.ts';
import type { SocketApi } from './socket-api.ts';

/** The paths of the public side: the address of a tunnel, and everything below it. */
const PATHS = ['/t/{address}', '/t/{address}/{path+}'];

/** The same where each tunnel has a host of its own. `/t` is below `/`, but has no method unless it is named. */
const HOST_PATHS = ['/', '/t', '/{path+}'];

/** The types of messages that a client sends about requests. See: shared/contract/tunnel-messages.ts. */
const MESSAGE_TYPES = ['response', 'body', 'upload', 'error'];

/** The error responses of API Gateway itself name their code like those of the function. */
const GATEWAY_RESPONSES = {
  REQUEST_TOO_LARGE: errorResponse(413, 'too_large'),
  THROTTLED: errorResponse(429, 'rate_limited', { 'Retry-After': "'1'" }),
  MISSING_AUTHENTICATION_TOKEN: errorResponse(404, 'not_found'),
  DEFAULT_5XX: errorResponse(500, 'internal'),
};

function errorResponse(statusCode: number, code: TunnelErrorCode, headers: Readonly<Record<string, string>> = {}) {
  const all = { [TUNNEL_ERROR_HEADER]: `'${code}'`, 'Cache-Control': "'no-store'", ...headers };
  return {
    statusCode: String(statusCode),
    responseParameters: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
    ),
    responseTemplates: { 'application/json': '{"message":$context.error.messageString}' },
  };
}

export interface TunnelsProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly sockets: SocketApi;
}

/**
 * The public side of tunnels is a REST API of its own, with a host of its own, so that nothing that a tunnelled server
 * sends can act on the origin of the service's API. Responses come as messages of the WebSocket API. Bodies that are
 * too large for messages are in a bucket.
 *
 * See: docs/contract/tunnels.md; docs/decisions/0026-tunnels.md.
 */
export class Tunnels extends Construct implements Grantor {
  /** Holds the public requests. */
  readonly ingress: ServiceFunction;
  /** Stores the responses. */
  readonly messages: ServiceFunction;
  readonly #api: SpecRestApi;
  readonly #bodies: Bucket;
  readonly #config: StageConfig;

  constructor(scope: Construct, id: string, { config, assetRoot, sockets }: TunnelsProps) {
    super(scope, id);
    this.#config = config;
    this.ingress = new ServiceFunction(this, 'Ingress', {
      config,
      assetRoot,
      name: 'worker-tunnel-ingress',
      // A public request may last two minutes. The reservation keeps them from using the account's concurrency.
      ...(config.waitConcurrency > 0 && { reservedConcurrency: config.waitConcurrency }),
    });
    this.messages = new ServiceFunction(this, 'Messages', { config, assetRoot, name: 'worker-tunnel-messages' });
    this.#bodies = this.#bucket();
    this.#api = this.#restApi();
    requireTls12(this.#api.node.defaultChild as CfnRestApi);
    const { tunnels } = config.domains ?? {};
    if (tunnels !== undefined) mapDomain(this, `*.${tunnels.name}`, this.#api);
    this.ingress.live.addPermission('Api', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: this.#api.arnForExecuteApi(),
    });
    sockets.addRoutes(MESSAGE_TYPES, 'Tunnels', this.messages);
  }

  /**
   * Bodies by prefix, and the public address before `/t/`, or with `*` for the label of a tunnel. An address that a
   * function signs for a client allows what the function itself may do.
   *
   * See: shared/services/tunnels/public-url.ts.
   */
  grantTo(fn: ServiceFunction, { readBodies = [], writeBodies = [], tunnelAddress }: Access): void {
    for (const body of readBodies) this.#grantBodies(fn, `${body}/*`, 's3:GetObject');
    for (const body of writeBodies) this.#grantBodies(fn, `${body}/*`, 's3:PutObject');
    if (!tunnelAddress) return;
    const own = this.#api.deploymentStage.urlForPath('/').replace(/\/$/, '');
    fn.addEnvironment('TUNNEL_URL', this.#config.tunnelUrl ?? own);
  }

  /** What API Gateway counts about public requests. */
  metric(metricName: string, options: MetricOptions): Metric {
    return new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: { ApiName: serviceNameOf(this.#config, 'tunnels') },
      ...options,
    });
  }

  #grantBodies(fn: ServiceFunction, objects: string, action: string): void {
    fn.addEnvironment('TUNNEL_BUCKET', this.#bodies.bucketName);
    fn.allow({ actions: [action], resources: [this.#bodies.arnForObjects(objects)] });
    fn.acceptWildcard(
      `<${Stack.of(this).getLogicalId(this.#bodies.node.defaultChild as never)}.Arn>/${objects}`,
      'A body is named after its request: the prefix is the narrowest thing that is known before the request is.',
    );
  }

  /** Bodies live for minutes. S3 deletes by day. */
  #bucket(): Bucket {
    const bucket = new Bucket(this, 'Bodies', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      // Responses are encrypted under keys that S3 does not keep, which S3 refuses in new buckets unless they say so.
      blockedEncryptionTypes: [BlockedEncryptionType.NONE],
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      lifecycleRules: [{ id: 'expire', expiration: Duration.days(1) }],
    });
    acknowledge(bucket, 'AwsSolutions-S1', 'Its objects are parts of single requests, and are gone within a day.');
    return bucket;
  }

  #restApi(): SpecRestApi {
    const { partition, region } = Stack.of(this);
    const invocation = `2021-11-15/functions/${this.ingress.live.functionArn}/response-streaming-invocations`;
    const operation = {
      responses: { default: { description: 'The response of the tunnelled server' } },
      'x-amazon-apigateway-integration': {
        type: 'aws_proxy',
        httpMethod: 'POST',
        uri: `arn:${partition}:apigateway:${region}:lambda:path/${invocation}`,
        responseTransferMode: 'STREAM',
        timeoutInMillis: TUNNEL_MS,
      },
    };
    const title = serviceNameOf(this.#config, 'tunnels');
    const api = new SpecRestApi(this, 'Api', {
      restApiName: title,
      description: 'Public addresses of tunnels',
      apiDefinition: ApiDefinition.fromInline({
        openapi: '3.0.1',
        info: { title, description: 'Public addresses of tunnels', version: '1' },
        paths: Object.fromEntries(
          [...PATHS, ...(this.#config.domains?.tunnels === undefined ? [] : HOST_PATHS)].map((path) => [
            path,
            {
              'x-amazon-apigateway-any-method': {
                parameters: [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
                  name,
                  in: 'path',
                  required: true,
                  schema: { type: 'string' },
                })),
                ...operation,
              },
            },
          ]),
        ),
        'x-amazon-apigateway-gateway-responses': GATEWAY_RESPONSES,
        // Every body passes as bytes.
        'x-amazon-apigateway-binary-media-types': ['*/*'],
      }),
      mode: RestApiMode.OVERWRITE,
      endpointTypes: [EndpointType.REGIONAL],
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // The API of the service has the account's role for logs.
      cloudWatchRole: false,
      deployOptions: {
        stageName: this.#config.stage,
        throttlingRateLimit: this.#config.tunnelThrottle.rate,
        throttlingBurstLimit: this.#config.tunnelThrottle.burst,
      },
    });
    api.node.tryRemoveChild('Endpoint');
    acknowledge(api, 'AwsSolutions-APIG2', 'Requests are for the tunnelled server, which validates them.');
    acknowledge(
      api.deploymentStage,
      'AwsSolutions-APIG1',
      'A line for each request would be the traffic of the customers’ own servers.',
    );
    acknowledge(
      api.deploymentStage,
      'AwsSolutions-APIG3',
      'Each tunnel and each address has a budget in the function; a web ACL is for operators to add.',
    );
    acknowledge(api.deploymentStage, 'AwsSolutions-APIG6', 'As above: no log of the traffic of tunnelled servers.');
    return api;
  }
}
