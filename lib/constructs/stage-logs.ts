import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { type FunctionName, functionNamesOf } from '../functions.ts';
import { logPrefixOf } from '../settings.ts';

/** The logs of requests and connections, which API Gateway writes. */
const ACCESS_LOGS = ['api-access', 'socket-access'] as const;

/** That of the console, in a stage that has one. */
const CONSOLE_ACCESS_LOG = 'console-access';

export type LogName = FunctionName | (typeof ACCESS_LOGS)[number] | typeof CONSOLE_ACCESS_LOG;

/**
 * The logs that release 0.2.0 declares in the stack of the data. No name is added, because a release that does not know
 * it would delete the log at a rollback, and none is left out, because that release would then fail at a log that
 * exists. Five belong to functions that have other names now; what they logged can be read until it expires.
 *
 * See: docs/decisions/0077-logs-outlive-a-rollback.md.
 */
export const LOGS_OF_DATA_STACK: readonly string[] = [
  'http-system',
  'http-accounts',
  'http-auth',
  'http-identities',
  'http-webhooks',
  'http-events',
  'http-wait',
  'http-streams',
  'http-mail',
  'http-inbound-mail',
  'http-domains',
  'http-provider-accounts',
  'http-contacts',
  'http-vault',
  'http-tunnels',
  'http-a2a',
  'http-a2a-protocol',
  'http-a2a-streams',
  'worker-relay',
  'worker-tunnel-ingress',
  'worker-deliver-webhook',
  'worker-sweep',
  'worker-receive-mail',
  'worker-send-mail',
  'worker-mail-status',
  'worker-connections',
  'worker-tunnel-messages',
  'worker-push-stream',
  'worker-check-domains',
  'worker-layout-guard',
  ...ACCESS_LOGS,
];

const logGroupNameOf = (config: Pick<StageConfig, 'stage'>, name: string) => `${logPrefixOf(config)}${name}`;

/**
 * The logs of a stage that are in none of its stacks. The guard of the layout creates those that are missing before any
 * function writes to them, and nothing deletes them: not the template of an earlier release, and not the end of the
 * stage.
 */
export function logsOutsideStacks(config: StageConfig): string[] {
  const names = [...functionNamesOf(config), ...(config.console ? [CONSOLE_ACCESS_LOG] : [])];
  return names.filter((name) => !LOGS_OF_DATA_STACK.includes(name)).map((name) => logGroupNameOf(config, name));
}

/**
 * The logs of release 0.2.0. They are in the stack of the data, so that what the functions logged can be read after the
 * service stack was deleted, for as long as the stage keeps logs. A deleted stack cannot keep them instead: their names
 * are fixed, and the next deployment of the stage would fail at log groups that exist.
 */
export class StageLogs extends Construct {
  constructor(scope: Construct, id: string, { config }: { readonly config: StageConfig }) {
    super(scope, id);
    for (const name of LOGS_OF_DATA_STACK) {
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
