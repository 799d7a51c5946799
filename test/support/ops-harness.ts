import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { COMMANDS } from '#scripts/ops/commands.ts';
import type { DeployedStage } from '#scripts/ops/deployed-stage.ts';
import { runOps } from '#scripts/ops/run-ops.ts';

const OPTIONS = { region: 'eu-central-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

/** A stage without queues, logs or a table, except those that a test gives it. */
export function stageWith(parts: Partial<DeployedStage>): DeployedStage {
  return {
    name: 'prod',
    queueUrls: [],
    buckets: [],
    logGroups: async () => [],
    sqs: new SQSClient(OPTIONS),
    logs: new CloudWatchLogsClient(OPTIONS),
    ses: new SESv2Client(OPTIONS),
    table: async () => {
      throw new Error('the test has no table');
    },
    keyService: async () => {
      throw new Error('the test has no key');
    },
    signingKeyService: async () => {
      throw new Error('the test has no key');
    },
    signingKeyCustody: async () => undefined,
    ...parts,
  };
}

export interface OpsOutcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs `npm run ops` in this process, on a stage. */
export async function ops(stage: DeployedStage | undefined, ...argv: string[]): Promise<OpsOutcome> {
  const lines = { out: [] as string[], error: [] as string[] };
  const code = await runOps(argv, COMMANDS, {
    out: (line) => lines.out.push(line),
    error: (line) => lines.error.push(line),
    defaultStage: 'prod',
    ...(stage !== undefined && { open: async () => stage }),
  });
  return { code, out: lines.out.join('\n'), error: lines.error.join('\n') };
}
