import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Runs a program of the stage in a process without a terminal. */
async function run(script: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts', script), ...args], {
    env: { PATH: process.env.PATH, AID_MAIL_DOMAIN: 'agents.example.com', AWS_REGION: 'eu-central-1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return [status, errors];
}

test('A program of the stage fails in one line: without AWS, without credentials, and without a terminal or --yes', async () => {
  const nowhere = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
  const keys = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_MAX_ATTEMPTS: '1' };
  const unreachable = { ...nowhere, ...keys };
  const anonymous = { ...nowhere, AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nonexistent' };
  const line = (problem: string) => expect.stringMatching(new RegExp(`^${problem}\\n$`));
  const notReached = (name: string) => line(`${name}: nothing was checked: AWS cannot be reached: .*ECONNREFUSED.*`);
  const notKnown = (name: string) =>
    line(`${name}: nothing was checked: no valid credentials of the account are in the environment: .*`);
  const notAsked = (name: string, about: string) =>
    line(`${name}: there is no terminal on which to ${about}.* then run: npm run ${name} -- --yes`);
  const tried = await Promise.all([
    run('preflight.ts', [], unreachable),
    run('preflight.ts', [], anonymous),
    run('deploy.ts', ['--yes'], unreachable),
    run('deploy.ts', ['--yes', '--skip-preflight'], anonymous),
    run('deploy.ts', [], {}),
    run('undeploy.ts', [], {}),
  ]);
  expect(tried).toEqual([
    [1, notReached('preflight')],
    [1, notKnown('preflight')],
    [1, notReached('deploy')],
    [1, notKnown('deploy')],
    [1, notAsked('deploy', 'approve changes of permissions')],
    [1, notAsked('undeploy', 'confirm that aid-dev-service is deleted: .* the data, the logs')],
  ]);
});
