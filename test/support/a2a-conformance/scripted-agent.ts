import type { Agent } from '#testing/fixture.ts';
import type { Json } from './bindings.ts';

type Reply = { state: string; message?: string; artifacts?: Json[]; result?: Json };

const artifact = (id: string, part: Json) => ({ artifact_id: id, name: `Artifact ${id}`, parts: [part] });

/** How the agent under test replies to a message, by the text of its first part. */
const SCRIPTS = {
  work: [{ state: 'working', message: 'On it.' }],
  ask: [{ state: 'input_required', message: 'Which one?' }],
  authorize: [{ state: 'auth_required', message: 'Please confirm by mail.' }],
  complete: [{ state: 'completed', message: 'Done.', artifacts: [artifact('answer', { text: 'It is 42.' })] }],
  fail: [{ state: 'failed', message: 'It broke.' }],
  reject: [{ state: 'rejected', message: 'Not for me.' }],
  'send artifacts': [
    {
      state: 'completed',
      artifacts: [
        artifact('text', { text: 'some text' }),
        artifact('file', { raw: 'dGNr', media_type: 'text/plain', filename: 'output.txt' }),
        artifact('link', { url: 'https://example.com/output.txt', media_type: 'text/plain', filename: 'output.txt' }),
        artifact('data', { data: { key: 'value', count: 42 } }),
      ],
    },
  ],
  'in steps': [
    { state: 'working', message: 'first' },
    { state: 'working', artifacts: [artifact('part', { text: 'half' })] },
    { state: 'working', message: 'second' },
    { state: 'completed', message: 'third' },
  ],
} as const satisfies Record<string, readonly Reply[]>;

export type Script = keyof typeof SCRIPTS | 'stay silent';

/** The agent under test: it follows its events and replies over REST, as any program would. */
export class ScriptedAgent {
  readonly #agent: Agent;
  readonly #stopped = new AbortController();

  constructor(agent: Agent) {
    this.#agent = agent;
    void this.#follow('a2a.task.created');
    void this.#follow('a2a.task.message');
  }

  stop(): void {
    this.#stopped.abort();
  }

  reply(taskId: string, reply: Reply): Promise<unknown> {
    return this.#agent.api.ok('replyToTask', { params: { id: taskId }, body: reply });
  }

  async #follow(type: string): Promise<void> {
    const { signal } = this.#stopped;
    for (let since = new Date(Date.now() - 1000).toISOString(); !signal.aborted; ) {
      const call = { query: { type, since }, signal };
      const reply = await this.#agent.api.client.get<Json>('/v1/events/wait', call).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      if (reply === undefined) return;
      if (reply.status !== 200) throw new Error(`the agent cannot follow its events: ${reply.text}`);
      const { event } = reply.body;
      if (event === null) continue;
      since = event.created_at;
      void this.#answer(event.payload);
    }
  }

  async #answer({ taskId, parts }: Json): Promise<void> {
    const script: readonly Reply[] = SCRIPTS[parts[0].text as keyof typeof SCRIPTS] ?? [];
    for (const reply of script) await this.reply(taskId, reply);
  }
}
