import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnApiMapping,
  type CfnStage,
  LogGroupLogDestination,
  WebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Stack } from 'aws-cdk-lib/core';
import { Construct, type IDependable } from 'constructs';
import type { Access } from '../access.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import type { Grantor } from './grantor.ts';
import { ServiceFunction } from './service-function.ts';
import { stageLog } from './stage-logs.ts';

/** One line for each event of a connection. Never the query of the handshake: the ticket is in it. */
const ACCESS_LOG = {
  request_id: '$context.requestId',
  time: '$context.requestTimeEpoch',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  event: '$context.eventType',
  connection: '$context.connectionId',
  status: '$context.status',
  integration_status: '$context.integrationStatus',
  error: '$context.error.messageString',
} as const;

export interface SocketApiProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  /** The role for logs. In an account that has none yet, API Gateway refuses a stage with logs. */
  readonly logRole: IDependable;
}

/**
 * The one WebSocket API. Its function decides about each handshake and reads what clients send. The type of a message
 * selects the route, so that other functions can have the messages of other kinds of connection.
 *
 * See: docs/decisions/0024-event-streams.md; API Gateway developer guide, Working with WebSocket APIs.
 */
export class SocketApi extends Construct implements Grantor {
  readonly worker: ServiceFunction;
  readonly #api: WebSocketApi;
  readonly #stage: WebSocketStage;
  readonly #domain: string | undefined;

  constructor(scope: Construct, id: string, { config, assetRoot, logRole }: SocketApiProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-connections' });
    const integration = new WebSocketLambdaIntegration('Connections', this.worker.live);
    this.#api = new WebSocketApi(this, 'Api', {
      apiName: serviceNameOf(config, 'sockets'),
      description: 'Connections of clients: event streams and tunnels',
      routeSelectionExpression: '$request.body.type',
      connectRouteOptions: { integration },
      disconnectRouteOptions: { integration },
      defaultRouteOptions: { integration },
    });
    const accessLog = stageLog(this, 'AccessLog', config, 'socket-access');
    this.#stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.#api,
      stageName: config.stage,
      autoDeploy: true,
      throttle: { rateLimit: config.socketThrottle.rate, burstLimit: config.socketThrottle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    this.#stage.node.addDependency(logRole);
    this.#throttleHandshakes(config);
    for (const route of ['$connect', '$disconnect', '$default']) {
      acknowledge(
        this.#api.node.findChild(`${route}-Route`),
        'AwsSolutions-APIG4',
        'The function behind $connect redeems a ticket that works once; the other routes need a connection.',
      );
    }
    this.#domain = config.domains?.sockets?.name;
    if (this.#domain !== undefined) this.#mapDomain(this.#domain);
  }

  /** What API Gateway counts about the API. */
  metric(metricName: string, options: MetricOptions): Metric {
    return this.#api.metric(metricName, options);
  }

  /**
   * Handshakes have a throttle of their own below that of all routes: anyone may try one, and a message needs an open
   * connection. So a flood of handshakes leaves room for the messages of others.
   */
  #throttleHandshakes({ handshakeThrottle: { rate, burst } }: StageConfig): void {
    const stage = this.#stage.node.defaultChild as CfnStage;
    stage.routeSettings = { $connect: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } };
    // API Gateway refuses settings of a route that does not exist yet.
    stage.node.addDependency(this.#api.node.findChild('$connect-Route'));
  }

  /** Serves the API under a custom domain name, which is of another stack. See: lib/stacks/domains.ts. */
  #mapDomain(domainName: string): void {
    const { apiId } = this.#api;
    const { stageName: stage } = this.#stage;
    new CfnApiMapping(this, 'DomainMapping', { domainName, apiId, stage }).node.addDependency(this.#stage);
  }

  /** To send to connections and close them, and the address to which clients connect. */
  grantTo(fn: ServiceFunction, { connections = [] }: Access): void {
    if (connections.includes('manage')) this.#allowManaging(fn);
    if (connections.includes('address')) fn.addEnvironment('SOCKET_URL', this.address);
  }

  /** The address to which clients connect, without a query. */
  get address(): string {
    return this.#domain === undefined ? this.#stage.url : `wss://${this.#domain}/`;
  }

  #allowManaging(fn: ServiceFunction): void {
    fn.addEnvironment('AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI', this.#stage.callbackUrl);
    const resourceName = `${this.#stage.stageName}/*/@connections/*`;
    const resource = Stack.of(this).formatArn({ service: 'execute-api', resource: this.#api.apiId, resourceName });
    fn.allow({ actions: ['execute-api:ManageConnections'], resources: [resource] });
    const apiId = Stack.of(this).getLogicalId(this.#api.node.defaultChild as never);
    fn.acceptWildcard(
      `arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<${apiId}>/${resourceName}`,
      'Connections come and go: the ids are known only while they are open.',
    );
  }

  /** Gives the messages of some types to another function. */
  addRoutes(types: readonly string[], name: string, fn: ServiceFunction): void {
    const integration = new WebSocketLambdaIntegration(name, fn.live);
    for (const type of types) {
      this.#api.addRoute(type, { integration });
      acknowledge(
        this.#api.node.findChild(`${type}-Route`),
        'AwsSolutions-APIG4',
        'Only an open connection can send a message, and $connect has authenticated it.',
      );
    }
  }
}
