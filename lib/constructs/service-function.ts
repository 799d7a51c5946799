import { join } from 'node:path';
import { PolicyStatement, type PolicyStatementProps, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { VariableName } from '#shared/contract/environment.ts';
import { METRIC_NAMESPACE } from '#shared/contract/metrics.ts';
import { acknowledge } from '../acknowledge.ts';
import type { StageConfig } from '../config.ts';
import { FUNCTIONS, type FunctionName } from '../functions.ts';
import { LIVE_ALIAS } from '../live-alias.ts';
import { serviceNameOf, settingsOf } from '../settings.ts';
import { stageLog } from './stage-logs.ts';

/**
 * Threads of a function that resolves the host names of customers. Each lookup blocks one for as long as the name
 * server is silent, which may be half a minute and longer than the attempt that wanted it. With the four threads that
 * Node has by default, four such names would delay the lookups of all other customers. A batch has ten attempts.
 *
 * See: Node.js documentation, dns.lookup() (implementation considerations).
 */
const LOOKUP_THREADS = 64;

export interface ServiceFunctionProps {
  readonly config: StageConfig;
  readonly name: FunctionName;
  /** The folder that holds one bundle folder for each function. */
  readonly assetRoot: string;
  readonly reservedConcurrency?: number;
}

/**
 * One Lambda function with its own role and log group. At first it may only write its log. Each grant adds permissions
 * and the matching environment variable.
 */
export class ServiceFunction extends Construct {
  readonly functionId: FunctionName;
  readonly lambda: LambdaFunction;
  /** The released version, if the stage releases by versions. */
  readonly alias: Alias | undefined;
  readonly #role: Role;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { config, name } = props;
    const spec = FUNCTIONS[name];
    const serviceName = serviceNameOf(config, name);
    const logGroup = stageLog(this, 'Log', config, name);
    // A separate role, because the managed policy that Lambda would add may write to every log of the account.
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(this.#role);
    this.acceptWildcard(
      `arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:${logGroup.logGroupName}:*`,
      'The streams of one log group, which Lambda creates.',
    );

    this.functionId = name;
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: serviceName,
      description: spec.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(props.assetRoot, name)),
      memorySize: spec.memoryMb,
      timeout: Duration.seconds(spec.timeoutSeconds),
      role: this.#role,
      logGroup,
      reservedConcurrentExecutions: props.reservedConcurrency,
      ...(config.xray && { tracing: Tracing.ACTIVE }),
      // Lambda stops a chain of sixteen invocations as a loop; a retry schedule is such a chain, but a finite one.
      ...(spec.selfEnqueues && { recursiveLoop: RecursiveLoop.ALLOW }),
      // Old versions stay, so that the alias can be set back by hand. A version of a failed deployment does not: the
      // next deployment of the same code could not publish it again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      environment: {
        STAGE: config.stage,
        POWERTOOLS_SERVICE_NAME: serviceName,
        POWERTOOLS_METRICS_NAMESPACE: METRIC_NAMESPACE,
        POWERTOOLS_LOG_LEVEL: config.logLevel,
        ...(spec.resolvesHosts && { UV_THREADPOOL_SIZE: String(LOOKUP_THREADS) }),
      },
    });
    if (config.xray) this.acceptWildcard('*', 'The actions by which a function sends its traces have no resources.');
    const settings = settingsOf(config);
    for (const setting of spec.settings) this.addEnvironment(setting, settings[setting]);
    if (config.release === 'canary') {
      this.alias = new Alias(this, 'Live', { aliasName: LIVE_ALIAS, version: this.lambda.currentVersion });
    }
  }

  /** What everything outside invokes: the alias, or the function if the stage has no versions. */
  get live(): IFunction {
    return this.alias ?? this.lambda;
  }

  /** Gives the function one more environment variable; an undefined value gives none. */
  addEnvironment(variable: VariableName, value: string | undefined): void {
    if (value !== undefined) this.lambda.addEnvironment(variable, value);
  }

  /** Adds a statement to the function's policy. */
  allow(statement: PolicyStatementProps): void {
    this.#role.addToPrincipalPolicy(new PolicyStatement(statement));
  }

  /** Accepts a wildcard in the resources of this function's policy, for a reason. */
  acceptWildcard(resource: string, reason: string): void {
    acknowledge(this.#role, `AwsSolutions-IAM5[Resource::${resource}]`, reason);
  }
}
