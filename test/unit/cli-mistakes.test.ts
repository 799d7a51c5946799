import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Profiles } from '#clients/cli/src/profile/profiles.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
const aid = commandLineIn(folder);
/** Refuses every key, and an org key that names no agent. */
const server = createServer(({ headers }, response) => {
  const isOrgKey = headers.authorization === 'Bearer aid_org_valid';
  const error = isOrgKey
    ? { code: 'validation.failed', message: 'id: the id of an identity (me is the identity of an agent key)' }
    : { code: 'auth.unauthorized', message: 'Missing or invalid API key' };
  response.writeHead(isOrgKey ? 400 : 401, { 'content-type': 'application/json', 'x-request-id': 'req_1' });
  response.end(JSON.stringify({ error: { ...error, request_id: 'req_1' } }));
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profiles = new Profiles({ XDG_CONFIG_HOME: join(folder, 'config') }, folder);
  profiles.set('old', { url, key: 'aid_org_revoked' });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const REFUSED = 'Missing or invalid API key (auth.unauthorized, request req_1)';

/** What people type, and the line that they read. URL stands for the address of the service. */
const MISTAKES: readonly (readonly [
  typed: string,
  code: number,
  line: string,
  environment?: Record<string, string>,
])[] = [
  ['mail list', 3, `${REFUSED}; no key is stored: run aid login, or set AID_KEY or --key`],
  ['mail list --key aid_org_x', 3, `${REFUSED}; check the key of --key, and that the address is that of its service`],
  ['mail list', 3, `${REFUSED}; check AID_KEY, and that the address is that of its service`, { AID_KEY: 'aid_org_x' }],
  [
    'mail list --profile old',
    3,
    `${REFUSED}; the key of the profile old was revoked or has expired: run aid login --profile old`,
  ],
  ['mail list --profile odl', 2, 'there is no profile odl (stored: old); aid login --profile odl stores one'],
  ['whoami', 2, 'there is no profile odl (stored: old); aid login --profile odl stores one', { AID_PROFILE: 'odl' }],
  [
    'mail list --key aid_org_valid',
    1,
    'id: the id of an identity (me is the identity of an agent key) (validation.failed, request req_1); the key is an org key: name the agent with --agent <id-or-handle>; aid agents list shows them',
  ],
  [
    'whoami --url http://127.0.0.1:1',
    1,
    'CONNECTION; check the address (--url, AID_URL or aid login); aid doctor says more',
  ],
  ['mial list', 2, "unknown command 'mial' (Did you mean mail?); see --help"],
  ['mail lsit', 2, "unknown command 'lsit' (Did you mean list?); see --help"],
  ['mail', 2, 'a command is required; aid --help lists the commands'],
  ['mail get', 2, "missing required argument 'message-id'; see --help"],
  ['mail list --agnet ada', 2, "unknown option '--agnet' (Did you mean --agent?); see --help"],
  ['mail list --agent', 2, "option '--agent <id-or-handle>' argument missing; see --help"],
  ['mail list --limit ten', 2, '--limit: expected a positive integer, got "ten"'],
  ['mail wait', 2, "mail wait: expected either 'message-or-thread-id' or --code"],
  ['mail messages get a b', 2, "too many arguments for 'get'. Expected 1 argument but got 2: a, b; see --help"],
  ['agents create', 2, '--handle is required'],
  ['webhooks delete whk_1', 2, 'aid webhooks delete deletes or ends something; confirm with --yes'],
  ['webhooks listen', 2, '--forward-to is required: the URL of the receiver'],
  ['webhooks verify', 2, '--secret-file, --header and --body-file are required'],
  ['mcp', 2, 'no key: run aid login, or set --key or AID_KEY'],
  ['trigger mail.lost --key aid_org_x', 2, 'UNKNOWN TYPE'],
  ['tunnel 0', 2, '<port>: expected a number from 1 to 65535, got "0"'],
  ['run --secret name=x', 2, "missing required argument 'command'; see --help"],
  ['run -- true --json', 2, '--secret is required: name=<name> or id=<id>'],
  ['completion csh', 2, 'expected bash, zsh, fish, got "csh"'],
  ['login', 2, 'no key: --key-file - reads it from standard input'],
];

test.each(MISTAKES.map(([typed, code, line, environment = {}]) => [typed, code, line, environment] as const))(
  'aid %s ends with %d and one line: %s',
  async (typed, code, line, environment) => {
    const ran = await aid(typed.split(' '), { environment: { AID_URL: url, ...environment } });
    const shown = ran.errors
      .replace(/^aid: .*?(?= \(connection\.failed\)).*?;/, 'aid: CONNECTION;')
      .replace(/unknown event type "mail\.lost"; expected one of .*/, 'UNKNOWN TYPE');
    expect({ code: ran.code, output: ran.output, shown }).toEqual({ code, output: '', shown: `aid: ${line}\n` });
  },
);

test('With --json the way out is a field of the error', async () => {
  const { code, errors } = await aid(['mail', 'list', '--json'], { environment: { AID_URL: url } });
  expect({ code, ...JSON.parse(errors) }).toEqual({
    code: 3,
    error: {
      code: 'auth.unauthorized',
      message: 'Missing or invalid API key',
      status: 401,
      request_id: 'req_1',
      retryable: false,
      advice: 'no key is stored: run aid login, or set AID_KEY or --key',
    },
  });
});
