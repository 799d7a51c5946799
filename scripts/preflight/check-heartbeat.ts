import type { StageConfig } from '#lib/config.ts';
import { dataStackNameOf, serviceStackNameOf } from '#lib/settings.ts';
import { type StageWay, stageWays } from '../heartbeat/stage-ways.ts';
import { outputsOf, resourcesOf } from '../stage/stacks.ts';
import type { Account } from './account.ts';
import { type Finding, ok, warn } from './finding.ts';

const HEARTBEAT = 'heartbeat';

/**
 * Shows how long ago each way through the deployed stage worked last. One that does not work is no reason to refuse a
 * deployment, which may be what repairs it.
 */
export async function checkHeartbeat(account: Account, config: StageConfig): Promise<Finding> {
  const { stacks, rows: client } = account;
  if ((await outputsOf(stacks, serviceStackNameOf(config))) === undefined) {
    return ok(HEARTBEAT, 'the stage is not deployed');
  }
  const data = await resourcesOf(stacks, dataStackNameOf(config));
  const name = config.restoredTable?.name ?? data?.find(({ type }) => type === 'AWS::DynamoDB::Table')?.id;
  const ways = name === undefined ? [] : await stageWays({ client, name }, Date.now());
  if (ways.length === 0) return ok(HEARTBEAT, 'the deployed release has recorded none');
  const late = ways.filter(({ isLate }) => isLate);
  if (late.length === 0) return ok(HEARTBEAT, `every way works; seconds since then: ${list(ways)}`);
  const sections = [...new Set(late.map(({ runbook }) => runbook))].join(', ');
  const works = ways.filter(({ isLate }) => !isLate);
  return warn(HEARTBEAT, `late, in seconds: ${list(late)} (${sections}); the other ways work: ${list(works)}`);
}

function list(ways: readonly StageWay[]): string {
  return ways.map(({ name, seconds }) => `${name} ${seconds}`).join(', ') || 'none';
}
