import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { copyOfPresent } from '#testing/release-checkout.ts';
import type { Outcome } from '../../support/tools/run-command.ts';
import { ACCOUNT, type Account, REGION, startAccount } from './engine.ts';
import { apiOf, outputsOfStage, run } from './stage.ts';

type Settings = Readonly<Record<string, string>>;

/** The arguments of the CDK that deploy every stack at once. */
export const EVERYTHING = [
  'deploy',
  '--all',
  '--require-approval',
  'never',
  '--outputs-file',
  '.build/outputs.json',
] as const;

/** An account in which the CDK has been set up, and checkouts that are deployed to it. */
export class BootstrappedAccount {
  readonly folder = mkdtempSync(join(tmpdir(), 'aid-account-'));
  /** A copy of this checkout: deployments of other tests write to its build folder. */
  readonly present = join(this.folder, 'present');
  #account: Account | undefined;

  get account(): Account {
    if (this.#account === undefined) throw new Error('the account has not been started');
    return this.#account;
  }

  async start(): Promise<void> {
    this.#account = await startAccount(join(this.folder, 'account'), 1000);
    copyOfPresent(this.present);
    const bootstrap = await this.cdk(this.present, {}, 'bootstrap', `aws://${ACCOUNT}/${REGION}`);
    expect(bootstrap.code, bootstrap.output).toBe(0);
  }

  async stop(): Promise<void> {
    await this.#account?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs the CDK of a checkout. */
  cdk(root: string, settings: Settings, ...args: readonly string[]): Promise<Outcome> {
    return run(this.account, ['node', 'node_modules/aws-cdk/bin/cdk', ...args], settings, root);
  }

  /** Runs a file of the folder `scripts` of a checkout. */
  script(root: string, settings: Settings, name: string, ...args: readonly string[]): Promise<Outcome> {
    return run(this.account, ['node', `scripts/${name}.ts`, ...args], settings, root);
  }

  /**
   * Deploys the stage of the tests by the command of a checkout, without the preflight, of which every release has
   * another. Returns the address of the API.
   */
  async deployFrom(root: string): Promise<string> {
    const { code, output } = await this.script(root, {}, 'deploy', '--yes', '--skip-preflight');
    const failures = output.split('\n').filter((line) => line.includes('_FAILED'));
    expect(code, `${failures.join('\n')}\n${output.slice(-2000)}`).toBe(0);
    return apiOf(this.account, outputsOfStage(root));
  }
}

/** Sets up an account for the tests of a file. */
export function useBootstrappedAccount(): BootstrappedAccount {
  const bootstrapped = new BootstrappedAccount();
  beforeAll(() => bootstrapped.start());
  afterAll(() => bootstrapped.stop());
  return bootstrapped;
}

/** Prints a line of a run for its reader. */
export function show(title: string, output: string, line = /.*/): void {
  console.log(`${title}: ${line.exec(output)?.[0].trim()}`);
}
