import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program of this folder that writes lines to a file, and is started again after each kill. */
export class SdkProgram {
  readonly #file: string;
  readonly #output: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  /** `output` is the file, which the program finds in its environment as `OUTPUT`. */
  constructor(
    file: 'sdk-follower.ts' | 'sdk-worker.ts',
    output: string,
    environment: Readonly<Record<string, string>>,
  ) {
    this.#file = join(import.meta.dirname, file);
    this.#output = output;
    this.#environment = environment;
    writeFileSync(output, '');
  }

  start(): void {
    const env = { PATH: process.env.PATH, ...this.#environment, OUTPUT: this.#output };
    this.#child = spawn(process.execPath, [this.#file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }

  /** `kill -9`; resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async restart(): Promise<void> {
    await this.kill();
    this.start();
  }

  /** What all its runs have written. */
  lines(): string[] {
    return readFileSync(this.#output, 'utf8').split('\n').filter(Boolean);
  }
}
