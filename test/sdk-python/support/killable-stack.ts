import { join } from 'node:path';
import { reservePort } from '#testing/reserved-port.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { UNLIMITED_SETTINGS } from '../../support/unlimited-settings.ts';

/** A stack that is killed and started again on the same state and port. */
export class KillableStack {
  readonly baseUrl: string;
  readonly #settings: Readonly<Record<string, string>>;
  #stack: Stack;

  private constructor(stack: Stack, settings: Readonly<Record<string, string>>) {
    this.#stack = stack;
    this.#settings = settings;
    this.baseUrl = stack.baseUrl;
  }

  static async start(folder: string): Promise<KillableStack> {
    const settings = {
      AID_STATE_DIR: join(folder, 'state'),
      AID_PORT: String(await reservePort()),
      AID_SMTP_PORT: String(await reservePort()),
      ...UNLIMITED_SETTINGS,
    };
    return new KillableStack(await startStack(settings), settings);
  }

  /** `kill -9` of all of its processes, and a new start. */
  async killAndStart(): Promise<void> {
    await this.#stack.kill();
    this.#stack = await startStack(this.#settings);
  }

  async stop(): Promise<void> {
    await this.#stack.stop();
  }
}
