import { setTimeout as pause } from 'node:timers/promises';
import type { HandCommand } from '../command.ts';
import { confirm } from '../confirm.ts';
import { clientWithoutLogin, outputOf } from '../context.ts';
import { requireLocal } from '../local/local-service.ts';

/** A start takes about ten seconds on a slow machine. */
const WAIT_MS = 60_000;
const POLL_MS = 200;

/** Deletes all that the service on this machine has stored. */
export const localReset: HandCommand = {
  command: ['local', 'reset'],
  title: 'Delete all data of the service on this machine',
  text: 'Deletes everything: organizations, agents, emails and events. Returns when the empty service is ready. Keys that aid login has stored are no longer valid.',
  arguments: [],
  options: [{ flags: '--yes', text: 'Do not ask for confirmation.' }],
  async run(context, _args, options) {
    const { url } = requireLocal(clientWithoutLogin(context, options), 'local reset');
    await confirm(context, localReset, [], options);
    const { signal } = context;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/_local/reset`, { method: 'POST', body: '{}', headers, signal });
    if (!response.ok) throw new Error(`${url} refused the reset: ${response.status} ${await response.text()}`);
    await untilEmpty(url, signal);
    outputOf(context, options).record({ url, reset: true });
  },
};

/** Waits until the service is ready again and has no organizations. */
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
