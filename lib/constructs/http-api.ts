import {
  AccessLogFormat,
  ApiDefinition,
  type CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApiMode,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, type ILogGroup, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct, type IDependable } from 'constructs';
import { METRIC_NAMESPACE, type MetricName, WORKER_SERVICE } from '#shared/contract/metrics.ts';
import type { Route } from '#shared/contract/route.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { gatewayDefinition } from '../gateway-definition.ts';
import { mapDomain } from '../map-domain.ts';
import { requireTls12 } from '../require-tls12.ts';
import { serviceNameOf } from '../settings.ts';
import type { RouteFunctions } from './route-functions.ts';
import type { ServiceFunction } from './service-function.ts';
import { stageLog } from './stage-logs.ts';
import { WebAcl } from './web-acl.ts';

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

/**
 * The lines about a function that crashed, ran out of time or memory, or could not be loaded: API Gateway has responded
 * in its place. A function that was throttled has done nothing wrong; long calls of users can use up its concurrency.
 */
const CRASHED = '{ ($.status = "5*") && ($.error_type != "-") && ($.integration_status != "429") }';

/** A short burst may be twice as fast. */
const throttle = (rate: number) => ({ throttlingRateLimit: rate, throttlingBurstLimit: 2 * rate });

/** Their callers prove who they are by a signature before anything is written, so strangers cost little. */
const PROVED_BY_SIGNATURE: ReadonlySet<Route['group']> = new Set(['inbound-mail', 'tokens']);

/**
 * Whether anyone may call a route and it writes: signups, logins with their password hashes, new organizations. The
 * hook for submitted mail and the exchange of tokens are none of them: under a limit so low, a few strangers could shut
 * out the workloads of all organizations. Neither are the endpoints for OAuth tokens, which write nothing without a
 * code or token.
 */
function isOpenWrite({ auth, method, group, budget }: Route): boolean {
  return auth === 'none' && method === 'POST' && budget !== 'none' && !PROVED_BY_SIGNATURE.has(group);
}

export interface HttpApiProps {
  readonly config: StageConfig;
  readonly functions: RouteFunctions;
  /** The origin of the console's page, if the stage serves one. */
  readonly consoleOrigin?: string | undefined;
}

/**
 * The regional REST API, made from one definition. Regional, because an edge-optimized endpoint ends a streamed
 * response after 30 s idle.
 *
 * See: docs/decisions/0021-one-api-definition.md; API Gateway developer guide, Response streaming.
 */
export class HttpApi extends Construct {
  readonly restApi: SpecRestApi;
  /** The role for the logs of all APIs of the account, which is there before any stage that has logs. */
  readonly logRole: IDependable;
  /** The log group with a line for each request. */
  readonly accessLogName: string;

  constructor(scope: Construct, id: string, { config, functions, consoleOrigin }: HttpApiProps) {
    super(scope, id);
    const accessLog = stageLog(this, 'AccessLog', config, 'api-access');
    this.accessLogName = accessLog.logGroupName;
    this.#countCrashes(accessLog);
    const title = serviceNameOf(config, 'api');
    const { partition, region } = Stack.of(this);
    // The API's own host name has its id, which the definition of the API cannot refer to. The path is enough there.
    const address = config.publicUrl ?? `/${config.stage}`;
    const served = functions.routes.map((route) => ({
      route,
      functionArn: functions.serving(route).live.functionArn,
    }));
    this.restApi = new SpecRestApi(this, 'Api', {
      restApiName: title,
      description: 'Agent identity and messaging',
      apiDefinition: ApiDefinition.fromInline(
        gatewayDefinition({ title, partition, region, address, served, consoleOrigin }),
      ),
      // The default mode merges, so an operation that was removed from the table would stay in the API.
      mode: RestApiMode.OVERWRITE,
      endpointTypes: [EndpointType.REGIONAL],
      parameters: {
        // An import takes the endpoint type from here, and not from the property with the same meaning.
        endpointConfigurationTypes: EndpointType.REGIONAL,
        // The public description is another document: /v1/openapi.json.
        ignore: 'documentation',
      },
      // Logging of any kind needs a role that belongs to the account and region, not to this API: it outlives the
      // stack.
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: config.stage,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        tracingEnabled: config.xray,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(
          JSON.stringify({ ...ACCESS_LOG, failures: serviceNameOf(config, WORKER_SERVICE) }),
        ),
        ...throttle(config.apiRate),
        methodOptions: Object.fromEntries(
          functions.routes
            .filter(isOpenWrite)
            .map(({ path, method }) => [`${path}/${method}`, throttle(config.openApiRate)]),
        ),
      },
    });
    this.logRole = this.restApi.node.findChild('Account');
    this.#keepExecutionLog(config);
    this.restApi.node.tryRemoveChild('Endpoint');
    requireTls12(this.restApi.node.defaultChild as CfnRestApi);
    if (config.domains?.api !== undefined) mapDomain(this, config.domains.api.name, this.restApi);
    if (config.webAclRate !== undefined) {
      new WebAcl(this, 'WebAcl', { config, restApi: this.restApi, rate: config.webAclRate });
    }
    this.#letInvoke(functions.all);
    this.#acknowledgeFindings();
  }

  /**
   * Counts the requests at which a function crashed among the failures of the service. One is enough for their alarm.
   * An alarm on the errors of each function would cost more than everything else that an idle stage has; a filter on
   * the log costs nothing, and neither does its metric while it has no values. Each line has the dimension of the
   * metric, because a filter takes a dimension from the line only.
   */
  #countCrashes(logGroup: ILogGroup): void {
    new MetricFilter(this, 'Crashes', {
      logGroup,
      filterPattern: FilterPattern.literal(CRASHED),
      metricNamespace: METRIC_NAMESPACE,
      metricName: 'WorkerFailures' satisfies MetricName,
      metricValue: '1',
      dimensions: { service: '$.failures' },
    });
  }

  /**
   * API Gateway creates the log of what it fails at when a stage begins to log, and never deletes a line of it. Its
   * name is fixed, so the group is created before, with the stage's retention.
   */
  #keepExecutionLog({ stage, logRetentionDays }: StageConfig): void {
    const log = new LogGroup(this, 'ExecutionLog', {
      logGroupName: `API-Gateway-Execution-Logs_${this.restApi.restApiId}/${stage}`,
      retention: logRetentionDays,
      // The next API has another id, so its log is another group.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.restApi.deploymentStage.node.addDependency(log);
  }

  /** One permission for the whole API: one per method would exceed the 20 KB that a function's policy may have. */
  #letInvoke(functions: readonly ServiceFunction[]): void {
    const principal = new ServicePrincipal('apigateway.amazonaws.com');
    for (const { live } of functions) {
      live.addPermission('Api', { principal, sourceArn: this.restApi.arnForExecuteApi() });
    }
  }

  #acknowledgeFindings(): void {
    const { restApi } = this;
    acknowledge(
      restApi,
      'AwsSolutions-APIG2',
      'Each function parses its input by the schemas of the route table and returns the specified error body.',
    );
    acknowledge(
      restApi.deploymentStage,
      'AwsSolutions-APIG3',
      'Open routes are limited to 30 calls a minute for each address in the pipeline; AID_WEB_ACL_RATE adds a web ACL.',
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
