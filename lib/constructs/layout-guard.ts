import { ArnFormat, Aws, CustomResource, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct, type IDependable } from 'constructs';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import type { StageConfig } from '../config.ts';
import { LAYOUT_RESOURCE_TYPE } from '../layout-resource.ts';
import { logPrefixOf } from '../settings.ts';
import { ServiceFunction } from './service-function.ts';
import type { SingleTable } from './single-table.ts';
import { logsOutsideStacks } from './stage-logs.ts';

export interface LayoutGuardProps {
  readonly config: StageConfig;
  readonly assetRoot: string;
  readonly table: SingleTable;
}

/** Longer than the function may take, so that a guard that crashes fails the deployment soon. */
const TIMEOUT = Duration.minutes(3);

/**
 * Refuses the deployment of a release that may not work on the rows of the table, whichever command deploys it:
 * CloudFormation creates or updates every other function after the guard has agreed. It also creates the logs that are
 * in no stack. It runs when the layouts, the table, the names of these logs or their retention change.
 *
 * See: docs/decisions/0032-releases-and-migrations.md#layouts; docs/decisions/0077-logs-outlive-a-rollback.md.
 */
export class LayoutGuard extends Construct {
  readonly worker: ServiceFunction;
  readonly #layout: CustomResource;

  constructor(scope: Construct, id: string, { config, assetRoot, table }: LayoutGuardProps) {
    super(scope, id);
    this.worker = new ServiceFunction(this, 'Worker', { config, assetRoot, name: 'worker-layout-guard' });
    this.worker.allow({ actions: ['cloudformation:DescribeStacks'], resources: [Aws.STACK_ID] });
    this.#letCreateLogs(config);
    this.#layout = new CustomResource(this, 'Layout', {
      resourceType: LAYOUT_RESOURCE_TYPE,
      // The function itself and not its alias, which a deployment moves to the new code only at its end.
      serviceToken: this.worker.lambda.functionArn,
      serviceTimeout: TIMEOUT,
      properties: {
        Table: table.table.tableName,
        Reads: LAYOUT.reads.map(String),
        Writes: String(LAYOUT.writes),
        Logs: logsOutsideStacks(config),
        LogRetentionDays: String(config.logRetentionDays),
      },
    });
  }

  /** There once the guard has agreed and the logs exist. */
  get agreement(): IDependable {
    return this.#layout;
  }

  /** Lets a function be created and changed only after the guard has agreed. */
  hold({ lambda }: ServiceFunction): void {
    lambda.node.defaultChild?.node.addDependency(this.#layout);
  }

  #letCreateLogs(config: StageConfig): void {
    const resourceName = `${logPrefixOf(config)}*`;
    const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
    const logs = Stack.of(this).formatArn({ service: 'logs', resource: 'log-group', resourceName, arnFormat });
    this.worker.allow({ actions: ['logs:CreateLogGroup', 'logs:PutRetentionPolicy'], resources: [logs] });
    this.worker.acceptWildcard(
      `arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:${resourceName}`,
      'The logs of the stage: an ARN of one in a policy ends with a wildcard too.',
    );
  }
}
