import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { type FunctionName, functionNamesOf } from '../functions.ts';

/** The logs of requests and connections, which API Gateway writes. */
const ACCESS_LOGS = ['api-access', 'socket-access'] as const;

/** That of the console, in a stage that has one. */
const CONSOLE_ACCESS_LOG = 'console-access';

/**
 * The functions that release 0.2.0 has under other names. What they logged can be read after the update, for as long as
 * the stage keeps logs. The release after the next can leave them out.
 */
export const FORMER_FUNCTIONS = [
  'worker-deliver-webhook',
  'worker-receive-mail',
  'worker-send-mail',
  'worker-check-domains',
  'worker-push-stream',
] as const;

export type LogName = FunctionName | (typeof ACCESS_LOGS)[number] | typeof CONSOLE_ACCESS_LOG;

const logGroupNameOf = ({ stage }: Pick<StageConfig, 'stage'>, name: string) => `/aid/${stage}/${name}`;

/**
 * The log groups of the stage. They are in the stack of the data, so that what the functions logged can be read after
 * the service stack was deleted, for as long as the stage keeps logs. A deleted stack cannot keep them instead: their
 * names are fixed, and the next deployment of the stage would fail at log groups that exist.
 */
export class StageLogs extends Construct {
  constructor(scope: Construct, id: string, { config }: { readonly config: StageConfig }) {
    super(scope, id);
    const ofApis = config.console ? [...ACCESS_LOGS, CONSOLE_ACCESS_LOG] : ACCESS_LOGS;
    for (const name of [...functionNamesOf(config), ...FORMER_FUNCTIONS, ...ofApis]) {
      new LogGroup(this, name, {
        logGroupName: logGroupNameOf(config, name),
        retention: config.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    }
  }
}

/** The log group of a function or of an API, by its name: an export of the stack of the data could never change. */
export function stageLog(scope: Construct, id: string, config: StageConfig, name: LogName): ILogGroup {
  return LogGroup.fromLogGroupName(scope, id, logGroupNameOf(config, name));
}
