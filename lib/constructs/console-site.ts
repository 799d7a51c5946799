import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnApiMapping, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct, type IDependable } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { serviceNameOf } from '../settings.ts';
import { ServiceFunction } from './service-function.ts';
import { stageLog } from './stage-logs.ts';

/** One line for each request. The place in the console is the fragment of the address, which no browser sends. */
const ACCESS_LOG = {
  request_id: '$context.requestId',
  time: '$context.requestTimeEpoch',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  bytes: '$context.responseLength',
  latency_ms: '$context.responseLatency',
  integration_status: '$context.integrationStatus',
  error_type: '$context.error.responseType',
} as const;

/** A visit is three requests, so this is sixteen visits per second. Twice as many requests at once. */
const REQUESTS_PER_SECOND = 50;

export interface ConsoleSiteProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
}

/**
 * The web console on an origin of its own: an HTTP API and a function that returns its files and may do nothing. Its
 * page calls the service's API as any program does.
 *
 * See: docs/decisions/0059-the-console.md#on-aws.
 */
export class ConsoleSite extends Construct {
  readonly worker: ServiceFunction;
  /** What a browser says the page is of: `https://<host>`, without a path. */
  readonly origin: string;
  readonly #stage: HttpStage;

  constructor(scope: Construct, id: string, { config, assetRoot }: ConsoleSiteProps) {
    super(scope, id);
    const domain = config.domains?.console?.name;
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-console' });
    const api = new HttpApi(this, 'Api', {
      apiName: serviceNameOf(config, 'console'),
      description: 'The web console',
      createDefaultStage: false,
      // The API lets the page of one origin call it, so the page is at no other.
      disableExecuteApiEndpoint: domain !== undefined,
      defaultIntegration: new HttpLambdaIntegration('Files', this.worker.live),
    });
    this.origin = domain === undefined ? api.apiEndpoint : `https://${domain}`;
    this.#stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: REQUESTS_PER_SECOND, burstLimit: 2 * REQUESTS_PER_SECOND },
      accessLogSettings: {
        destination: new LogGroupLogDestination(stageLog(this, 'AccessLog', config, 'console-access')),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    if (domain !== undefined) this.#mapDomain(domain, api);
    acknowledge(
      api.node.findChild('DefaultRoute'),
      'AwsSolutions-APIG4',
      'The files of the console are the same for everyone; what its page shows, it reads from the API with a key.',
    );
  }

  /** Serves it under a custom domain name, which is of another stack. See: lib/stacks/domains.ts. */
  #mapDomain(domainName: string, { apiId }: HttpApi): void {
    const { stageName: stage } = this.#stage;
    new CfnApiMapping(this, 'DomainMapping', { domainName, apiId, stage }).node.addDependency(this.#stage);
  }

  /** What its log needs: the role for logs, without which API Gateway may refuse a stage with logs, and the log. */
  logAfter(needed: IDependable): void {
    this.#stage.node.addDependency(needed);
  }

  /** Tells the page where the API and its event streams are, and lets it connect there and nowhere else. */
  connectTo({ api, sockets }: { readonly api: string; readonly sockets: string }): void {
    this.worker.addEnvironment('API_URL', api);
    this.worker.addEnvironment('SOCKET_URL', sockets);
  }

  /** Lets functions respond to the page. */
  letCall(functions: readonly ServiceFunction[]): void {
    for (const fn of functions) fn.addEnvironment('CONSOLE_ORIGIN', this.origin);
  }
}
