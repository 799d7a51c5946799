import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import { HOUR, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { networkAddress } from '../support/network-address.ts';

/** Every rejection because of a limit must name its value, when it resets, and the way out. */

const engine = useEngine();
/** Values that are no default, so that a message cannot contain them by chance. */
const LIMITS = {
  unverifiedAgents: 2,
  verifiedAgents: 3,
  webhooksPerAgent: 4,
  webhooksPerOrganization: 6,
  unverifiedEmailsPerDay: 7,
  verifiedEmailsPerDay: 9,
  codeGuesses: 8,
  codeMinutes: 11,
  signupStartsPerHour: 13,
  signupResendsPerHour: 1,
};
const AT = Date.UTC(2026, 10, 21, 12, 30, 15);
const HOUR_ENDS = timestamp(Math.ceil(AT / HOUR) * HOUR);
const MINUTE_ENDS = timestamp(Math.ceil(AT / MINUTE) * MINUTE);
const OPERATOR = 'ask the operator for more';

let api: InProcessApi;
beforeAll(() => {
  memoryBucket();
  api = new InProcessApi(engine.table, LIMITS);
  api.now = () => AT;
});

const email = () => `ada-${randomBytes(6).toString('hex')}@example.com`;
const handle = () => `agent-${randomBytes(6).toString('hex')}`;
const hook = { url: 'https://example.com/hook' };

/** An organization with a verified owner. */
async function verified() {
  const organization = await api.organization();
  const own = email();
  await api.call('claim', { key: organization.key, body: { email: own, password: 'correct horse battery' } });
  const code = (await mailedCodes(api, engine.table, own, organization.id)).at(-1)?.code;
  expect((await api.call('claim', { key: organization.key, body: { email: own, code } })).status).toBe(200);
  return organization;
}

/** Repeats a call until it is rejected. */
async function untilRefused(call: () => ReturnType<InProcessApi['call']>) {
  for (let count = 0; count < 40; count++) {
    const { status, body, headers } = await call();
    if (status >= 400) return { status, ...body.error, retryAfter: headers['retry-after'] };
  }
  throw new Error('the call was never rejected');
}

const agents = ({ key }: { key: string }) =>
  untilRefused(() => api.call('createIdentity', { key, body: { handle: handle() } }));

describe('an error about a limit', () => {
  test('The limit of agents of an unverified organization names its value, and what verification gives', async () => {
    expect(await agents(await api.organization())).toMatchObject({
      status: 409,
      code: 'usage.agent_limit',
      message:
        'At most 2 agents while the owner of the organization is not verified. The limit does not reset with time: ' +
        `verify the owner's address (POST /v1/auth/verify, or /v1/auth/claim) for 3 agents, or ${OPERATOR}.`,
    });
  });

  test('The limit of agents of a verified organization names its value and the operator', async () => {
    expect((await agents(await verified())).message).toBe(
      `At most 3 agents per organization. The limit does not reset with time: ${OPERATOR}.`,
    );
  });

  test('The limits of webhooks name the value of their own scope', async () => {
    const { key } = await api.organization();
    const agent = await api.agent(key);
    const own = await untilRefused(() => api.call('createWebhook', { key: agent.key, body: hook }));
    const all = await untilRefused(() => api.call('createWebhook', { key, body: hook }));
    const end = `The limit does not reset with time: disable or delete one, or ${OPERATOR}.`;
    expect([own.code, own.message]).toEqual(['webhook.limit_reached', `At most 4 active webhooks per agent. ${end}`]);
    expect(all.message).toBe(`At most 6 active webhooks without identity_id per organization. ${end}`);
  });

  test.each([
    ['unverified', () => api.organization(), 7],
    ['verified', verified, 9],
  ])('The daily limit of mail of an %s organization names its value and its reset', async (kind, make, limit) => {
    const { key } = await make();
    const agent = await api.agent(key);
    const params = { id: agent.id };
    const send = (recipients: number) =>
      api.call('sendMail', {
        key,
        params,
        body: { to: Array.from({ length: recipients }, (_, n) => `a${n}@example.com`), subject: 'Hi', text: 'x' },
      });
    for (const recipients of [5, 20]) {
      const refused = await untilRefused(() => send(recipients));
      expect(refused).toMatchObject({
        status: 429,
        code: 'usage.email_limit',
        retryAfter: String((11 * 60 + 29) * 60 + 45),
      });
      expect(refused.message).toMatch(new RegExp(`^At most ${limit} recipients of email per day`));
      expect(refused.message).toContain('The limit resets at 2026-11-22T00:00:00.000Z; send the message then');
      expect(refused.message).toContain(OPERATOR);
      expect(refused.message.includes('POST /v1/auth/verify')).toBe(kind === 'unverified');
    }
  });

  test('A code that is used up by wrong guesses, or expired, names how many, how long, and asks for a new one', async () => {
    const { key, id } = await api.organization();
    const own = email();
    const body = { email: own, password: 'correct horse battery' };
    await api.call('claim', { key, body });
    const code = (await mailedCodes(api, engine.table, own, id)).at(-1)?.code ?? '';
    const guess = (given: string) => api.call('claim', { key, body: { email: own, code: given } });
    for (let count = 1; count <= LIMITS.codeGuesses; count++) await guess(wrongCode(code, count));
    const exhausted = (await guess(code)).body.error;
    expect([exhausted.code, exhausted.message]).toEqual([
      'auth.code_exhausted',
      'At most 8 wrong guesses for one code. The limit does not reset with time: request a new code.',
    ]);

    const late = new InProcessApi(engine.table, LIMITS);
    late.now = () => AT + 2 * HOUR;
    await late.call('claim', { key, body });
    late.now = () => AT + 3 * HOUR;
    const expired = (await late.call('claim', { key, body: { email: own, code } })).body.error;
    expect([expired.code, expired.message]).toEqual([
      'auth.code_expired',
      'The code has expired: it was valid for 11 minutes. Request a new code.',
    ]);
  });

  test('Rate limits name their value, their subject, and the time at which they reset', async () => {
    const { key } = await api.organization();
    const limited = new InProcessApi(engine.table, { ...LIMITS, orgRequestsPerMinute: 12, ipRequestsPerMinute: 14 });
    limited.now = () => AT;
    const ofOrganization = await untilRefused(() => limited.call('getMe', { key }));
    expect(ofOrganization).toMatchObject({
      status: 429,
      code: 'rate_limit.exceeded',
      message: `At most 12 requests per minute for one organization. The limit resets at ${MINUTE_ENDS}; try again then.`,
      retryAfter: '45',
    });
    const address = networkAddress();
    const ofAddress = await untilRefused(() => limited.call('resendSignup', { address, body: { email: email() } }));
    expect(ofAddress.message).toBe(
      `At most 14 requests per minute without an API key from one network address. The limit resets at ${MINUTE_ENDS}; try again then.`,
    );
  });

  test('Hourly limits name their value and the time at which they reset', async () => {
    const own = email();
    const refused = await untilRefused(() => api.call('resendSignup', { body: { email: own } }));
    expect(refused.code).toBe('rate_limit.exceeded');
    expect(refused.message).toMatch(/^At most 1 \S/);
    expect(refused.message).toContain(`The limit resets at ${HOUR_ENDS}; try again then.`);
    const organization_slug = handle();
    const signup = { organization_name: 'T', organization_slug, email: own, password: 'correct horse battery' };
    const address = networkAddress();
    const starts = await untilRefused(() => api.call('signup', { address, body: signup }));
    expect(starts.message).toMatch(/^At most 13 signups /);
    expect(starts.message).toContain(HOUR_ENDS);
  });

  test('A body that is too large names the largest accepted size', async () => {
    const { key } = await api.organization();
    const body = { handle: 'x'.repeat(MAX_BODY_BYTES.authenticated) };
    const { status, body: refused } = await api.call('createIdentity', { key, body });
    expect([status, refused.error.code, refused.error.message]).toEqual([
      413,
      'payload.too_large',
      'The body of this request may have at most 1 MB (1048576 bytes). The limit does not reset with time: send less at once, or ' +
        'refer to large content by URL.',
    ]);
  });
});
