import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The output of the client on the page docs/a2a.md, apart from the name of the agent. */
const PRINTED = (name: string) => `${name} speaks JSONRPC and HTTP+JSON
  TASK_STATE_SUBMITTED
  TASK_STATE_WORKING
  TASK_STATE_INPUT_REQUIRED: Of which year?
  TASK_STATE_WORKING
  TASK_STATE_WORKING: Looking it up.
  artifact: {"number":4711,"year":2026,"total":"12.50"}
  TASK_STATE_COMPLETED: Here it is.
TASK_STATE_COMPLETED, 1 artifact, the last two messages:
  Looking it up.
  Here it is.
1 of 1 tasks in this context
TASK_NOT_CANCELABLE: Task cannot be canceled
`;

function run(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join('examples', file)], { cwd: ROOT, env: { ...process.env, ...env } });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return { child, said: () => said };
}

describe('the examples of docs/a2a.md', () => {
  test.each(['JSONRPC', 'HTTP+JSON'])(
    'The examples of docs/a2a.md talk to each other over %s as the page shows',
    async (BINDING) => {
      const [ours, theirs] = await Promise.all([makeOrganization(), makeOrganization()]);
      const [caller, worker] = await Promise.all([makeAgent(ours), makeAgent(theirs)]);
      const body = { publicly_discoverable: true, filter_mode: 'blocklist' as const };
      await theirs.api.ok('putA2aSettings', { params: { id: worker.id }, body });
      const { baseUrl } = sharedStack();
      const working = run('a2a-worker.mjs', { API: baseUrl, KEY: worker.key });
      try {
        await once(working.child.stdout, 'data');
        const URL = `${baseUrl}/v1/identities/${worker.id}/a2a/`;
        const { child, said } = run('a2a-client.mjs', { URL, KEY: caller.key, BINDING });
        await once(child, 'close');
        expect(said()).toBe(PRINTED(worker.displayName));
        expect(working.said()).toBe(`waiting for tasks\n${caller.handle} asks: Find invoice 4711.\n`);
      } finally {
        working.child.kill();
      }
    },
  );
});
