import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, runCommand } from '../../support/tools/run-command.ts';
import type { Account } from './engine.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The stage that the tests deploy. */
export const STAGE = 'check';

const SETTINGS = {
  AID_STAGE: STAGE,
  AID_MAIL_DOMAIN: 'agents.example.com',
  AID_ALARM_EMAIL: 'night-shift@example.com',
  // An organization of the tests has verified no address, and does what one of many agents does.
  AID_LIMITS: JSON.stringify({ unverifiedEmailsPerDay: 1000, unverifiedAgents: 100, orgRequestsPerMinute: 100_000 }),
};

/** Runs a command of this repository, or of another checkout, for the stage, in the account, without a terminal. */
export function run(
  account: Account,
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<Outcome> {
  const [program = '', ...args] = command;
  return runCommand(program, args, { cwd: root, env: { ...account.env, ...SETTINGS, ...settings } });
}

/** Deploys both stacks, as a pipeline does. Returns the outputs of the service stack. */
export async function deploy(
  account: Account,
  settings: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<Record<string, string>> {
  const { code, output } = await run(account, ['node', 'scripts/deploy.ts', '--yes', ...options], settings);
  if (code !== 0) throw new Error(`the deployment failed:\n${output.slice(-8000)}`);
  return outputsOfStage();
}

/** The outputs of the service stack, as the last deployment wrote them. */
export function outputsOfStage(root = ROOT, stage = STAGE): Record<string, string> {
  const outputs = JSON.parse(readFileSync(join(root, '.build', 'outputs.json'), 'utf8'));
  return outputs[`aid-${stage}-service`];
}

/** The address of the API in the engine, of the address that the API has on AWS. */
export function apiOf({ endpoint }: Account, { ApiAddress = '' }: Record<string, string>): string {
  const [, id, stage] = /^https:\/\/(\w+)\.execute-api\.[^/]+\/(\w+)$/.exec(ApiAddress) ?? [];
  if (id === undefined) throw new Error(`no address of an API: ${ApiAddress}`);
  return `${endpoint}/restapis/${id}/${stage}/_user_request_`;
}
