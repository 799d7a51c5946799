import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';
import { BINDINGS, type BindingName, type Json, ProtocolClient } from './bindings.ts';
import { type Script, ScriptedAgent } from './scripted-agent.ts';

/** What a requirement is tested with: a worker that replies, and a caller over one binding. */
interface Subject {
  readonly client: ProtocolClient;
  /** The same over the other binding. */
  readonly other: ProtocolClient;
  readonly agent: ScriptedAgent;
  readonly caller: Agent;
  readonly worker: Agent;
  readonly callers: Organization;
}

/** One requirement of the protocol: a sentence, its section in the specification, and its proof. */
export interface Requirement {
  readonly title: string;
  readonly section: string;
  readonly prove: (subject: Subject) => Promise<void>;
  /** Set where a requirement applies to one binding only. */
  readonly only?: BindingName;
}

/** Proves every requirement over both bindings. Each file uses its own two agents on the shared stack. */
export function proveRequirements(category: string, requirements: readonly Requirement[]): void {
  let subject: Omit<Subject, 'client' | 'other'>;
  let base: string;

  beforeAll(async () => {
    const [callers, workers] = await Promise.all([makeOrganization(), makeOrganization()]);
    const [caller, worker] = await Promise.all([makeAgent(callers), makeAgent(workers)]);
    const body = { publicly_discoverable: true, filter_mode: 'blocklist' };
    await workers.api.ok('putA2aSettings', { params: { id: worker.id }, body });
    base = `${sharedStack().baseUrl}/v1/identities/${worker.id}/a2a`;
    subject = { agent: new ScriptedAgent(worker), caller, worker, callers };
  });
  afterAll(() => subject?.agent.stop());

  describe.each(BINDINGS)(`${category}, %s`, (binding) => {
    const [other = binding] = BINDINGS.filter((name) => name !== binding);
    const mine = requirements.filter(({ only = binding }) => only === binding);
    for (const { title, section, prove } of mine) {
      test.concurrent(`${title} (A2A v1.0, section ${section})`, async () => {
        const clientOf = (name: BindingName) => new ProtocolClient(name, base, subject.caller.key);
        await prove({ ...subject, client: clientOf(binding), other: clientOf(other) });
      });
    }
  });
}

/** A message of one text, which tells the agent under test what to do. */
export function textMessage(text: Script, message: Json = {}, configuration: Json = { returnImmediately: true }): Json {
  return {
    message: { messageId: freshName('message'), role: 'ROLE_USER', parts: [{ text }], ...message },
    configuration,
  };
}

/** A task that the agent under test has brought to the last state of its script. */
export async function taskAfter(client: ProtocolClient, text: Script, message: Json = {}): Promise<Json> {
  return (await client.value('SendMessage', textMessage(text, message, {}))).task;
}

/** A task that the agent under test leaves in the state `submitted`. */
export async function openTask(client: ProtocolClient, message: Json = {}): Promise<Json> {
  return (await client.value('SendMessage', textMessage('stay silent', message))).task;
}
