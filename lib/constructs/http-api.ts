import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Route } from '../../shared/contract/route.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { GatewayResponses } from './gateway-responses.ts';
import type { ServiceFunction } from './service-function.ts';

/** A wait may last 55 s, and its answer needs a moment. The default of 29 s stays unless it is named. */
const STREAM_TIMEOUT = Duration.seconds(60);

/** A stream of the A2A protocol stays open for two minutes, and then ends by itself. */
const PROTOCOL_TIMEOUT = Duration.seconds(150);

/** One line for each request. Never a header: `Authorization` would be among them. */
const ACCESS_LOG = {
  request_id: '$context.requestId',
  time: '$context.requestTimeEpoch',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  latency_ms: '$context.responseLatency',
  integration_ms: '$context.integrationLatency',
  integration_status: '$context.integrationStatus',
  error_type: '$context.error.responseType',
} as const;

export interface HttpApiProps {
  readonly config: StageConfig;
}

/**
 * The regional REST API. Regional, because an edge-optimized endpoint ends a streamed answer after 30 s idle.
 * Each route of the table is a resource and a method of its own, never a proxy: API Gateway itself refuses what the
 * table does not know.
 *
 * Rule: architecture, The route table is inert data; API Gateway developer guide, Response streaming.
 */
export class HttpApi extends Construct {
  readonly restApi: RestApi;

  constructor(scope: Construct, id: string, { config }: HttpApiProps) {
    super(scope, id);
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: `/aid/${config.stage}/api-access`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.restApi = new RestApi(this, 'Api', {
      restApiName: serviceNameOf(config, 'api'),
      description: 'Agent identity and messaging',
      endpointTypes: [EndpointType.REGIONAL],
      // Logging of any kind needs a role that belongs to the account and region, not to this API: it outlives the stack.
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      defaultMethodOptions: { authorizationType: AuthorizationType.NONE },
      deployOptions: {
        stageName: config.stage,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    this.restApi.node.tryRemoveChild('Endpoint');
    this.acknowledgeFindings();
    new GatewayResponses(this, 'GatewayResponses', { restApi: this.restApi });
  }

  /** One explicit method that the function serves. */
  serve(route: Route, fn: ServiceFunction): void {
    // One permission for the whole API: one a method would outgrow the 20 KB that a function's policy may have.
    const scopePermissionToMethod = false;
    const integration = route.streamed
      ? new LambdaIntegration(fn.lambda, {
          scopePermissionToMethod,
          responseTransferMode: ResponseTransferMode.STREAM,
          timeout: route.protocol === undefined ? STREAM_TIMEOUT : PROTOCOL_TIMEOUT,
        })
      : new LambdaIntegration(fn.lambda, { scopePermissionToMethod });
    const resource = this.restApi.root.resourceForPath(route.path);
    const method = resource.addMethod(route.method, integration, { operationName: route.name });
    const reason =
      route.auth === 'none'
        ? `${route.name} is specified to take no credentials.`
        : `${route.name} takes the API keys of this service: its function reads the key, strongly, at every request.`;
    acknowledge(method, 'AwsSolutions-APIG4', reason);
    acknowledge(method, 'AwsSolutions-COG4', reason);
  }

  private acknowledgeFindings(): void {
    const { restApi } = this;
    acknowledge(
      restApi,
      'AwsSolutions-APIG2',
      'Each function parses its input by the schemas of the route table and answers in the specified error body.',
    );
    acknowledge(
      restApi.deploymentStage,
      'AwsSolutions-APIG3',
      'Open routes are limited to 30 calls a minute for each address in the pipeline; a web ACL is for operators to add.',
    );
    acknowledge(
      restApi.node.findChild('CloudWatchRole'),
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      'The role through which API Gateway writes the logs of every API in the account; AWS keeps its policy.',
    );
  }

  /** The address before `/v1`, without a slash at its end. */
  get address(): string {
    return this.restApi.deploymentStage.urlForPath('/').replace(/\/$/, '');
  }
}
