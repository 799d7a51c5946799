import { setTimeout as pause } from 'node:timers/promises';
import type { HandCommand } from '../command.ts';
import { confirm } from '../confirm.ts';
import { outputOf } from '../context.ts';
import { localClient } from '../local/local-service.ts';

/** A start on a slow machine takes ten seconds. */
const WAIT_MS = 60_000;
const POLL_MS = 200;

/** Deletes all that the service on this machine has stored. */
export const localReset: HandCommand = {
  command: ['local', 'reset'],
  title: 'Delete all data of the service on this machine',
  text: 'Organizations, agents, emails, events, everything. The service continues, empty; the command ends when it is ready. Keys that were stored by aid login are no longer valid.',
  arguments: [],
  options: [{ flags: '--yes', text: 'Do not ask.' }],
  async run(context, _args, options) {
    const { url } = localClient(context, options, 'local reset');
    await confirm(context, localReset, [], options);
    const { signal } = context;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/_local/reset`, { method: 'POST', body: '{}', headers, signal });
    if (!response.ok) throw new Error(`${url} refused the reset: ${response.status} ${await response.text()}`);
    await untilEmpty(url, signal);
    outputOf(context, options).record({ url, reset: true });
  },
};

/** Waits until the service is back, without an organization. */
async function untilEmpty(url: string, signal: AbortSignal): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!(await isEmpty(url, signal))) {
    if (performance.now() > end) throw new Error(`${url} was not ready again within ${WAIT_MS / 1000} s`);
    await pause(POLL_MS, undefined, { signal });
  }
}

async function isEmpty(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${url}/_local/organizations`, { signal });
    const { organizations } = (await response.json()) as { organizations?: readonly unknown[] };
    return organizations?.length === 0;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
