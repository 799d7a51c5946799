import type { Agent } from '#testing/fixture.ts';

/** How long one wait for a task lasts. */
const WAIT_MS = 5_000;

/**
 * An agent that completes every task that it gets, so that blocking messages and streams of the A2A protocol end soon.
 */
export class CompletingAgent {
  readonly #agent: Agent;
  readonly #running: Promise<void>;
  readonly #stopped = new AbortController();

  constructor(agent: Agent) {
    this.#agent = agent;
    this.#running = this.#answerAll();
  }

  /** Completes no further task. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #answerAll(): Promise<void> {
    let since = new Date().toISOString();
    while (!this.#stopped.signal.aborted) {
      const event = await this.#nextTask(since);
      if (event === null) continue;
      since = event.created_at;
      const body = { state: 'completed', message: 'done' };
      // The caller may have canceled the task meanwhile.
      await this.#agent.api.call('replyToTask', { params: { id: event.aggregate_id ?? '' }, body });
    }
  }

  async #nextTask(since: string) {
    const query = { type: 'a2a.task.created', since, timeout_ms: WAIT_MS };
    try {
      return (await this.#agent.api.ok('waitForEvent', { query, signal: this.#stopped.signal })).event;
    } catch (error) {
      if (this.#stopped.signal.aborted) return null;
      throw error;
    }
  }
}
