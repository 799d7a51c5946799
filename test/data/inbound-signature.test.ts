import { MetricUnit } from '@aws-lambda-powertools/metrics';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { findProviderAccount, replaceProviderAccount } from '#shared/data/entities/mail/provider-account.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { metrics } from '#shared/runtime/log.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, hookOrganization, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';
import { signedHeaders, submittedMail } from '../support/mail-signature.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;

beforeAll(() => {
  ({ api, hook } = openHook(engine.table));
});

const organization = () => hookOrganization(api);

describe('a signature', () => {
  test('Every invalid signature gets the same error byte for byte, whatever is wrong', async () => {
    const { account, address, key, id, messages } = await organization();
    const body = JSON.stringify({ messages: [submittedMail([address], {})] });
    const good = signedHeaders(account, body);
    const now = Math.floor(Date.now() / 1000);
    const other = await organization();
    const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([header]) => header !== name));
    const attempts: Record<string, [string, Record<string, string>]> = {
      'no headers': [body, {}],
      'no account': [body, without('x-aid-provider-account')],
      'no timestamp': [body, without('x-aid-timestamp')],
      'no signature': [body, without('x-aid-signature')],
      'an unknown account': [
        body,
        signedHeaders({ ...account, id: account.id.replace(/.$/, (last) => (last === 'X' ? 'Y' : 'X')) }, body),
      ],
      'a malformed id': [body, signedHeaders({ ...account, id: 'nonsense' }, body)],
      'another account': [body, { ...good, 'x-aid-provider-account': other.account.id }],
      'another’s secret': [body, signedHeaders({ ...account, secret: other.account.secret }, body)],
      'an empty secret': [body, signedHeaders({ ...account, secret: '' }, body)],
      'too old': [body, signedHeaders(account, body, now - 302)],
      // It comes nearer while the attempts before it are made. test/unit/signature.test.ts has the exact second.
      'too far ahead': [body, signedHeaders(account, body, now + 3600)],
      'another timestamp': [body, { ...good, 'x-aid-timestamp': String(now - 1) }],
      'not a number': [body, { ...good, 'x-aid-timestamp': 'now' }],
      'upper case': [body, { ...good, 'x-aid-signature': (good['x-aid-signature'] ?? '').toUpperCase() }],
      'cut short': [body, { ...good, 'x-aid-signature': (good['x-aid-signature'] ?? '').slice(0, -2) }],
      'without its version': [body, { ...good, 'x-aid-signature': (good['x-aid-signature'] ?? '').slice(3) }],
      'additional white space': [`${body} `, good],
      'the same value in other bytes': [JSON.stringify(JSON.parse(body), null, 1), good],
      'an invalid body': ['{', good],
      'an empty body': ['', good],
    };
    const errors = new Set<string>();
    for (const [what, [sent, headers]] of Object.entries(attempts)) {
      const reply = await hook.send(sent, headers);
      expect([what, reply.status]).toEqual([what, 401]);
      const { request_id: _, ...error } = reply.body.error;
      errors.add(JSON.stringify(error));
    }
    const found = await findProviderAccount(engine.table, id, account.id);
    if (found === undefined) throw new Error('no account');
    const disabled = replaceProviderAccount({ ...found, status: 'disabled', version: found.version + 1 });
    await commit(engine.table, { build: (tx) => tx.put(disabled) }, { now: Date.now });
    expect((await hook.send(body, good)).status).toBe(401);
    await api.call('deleteProviderAccount', { key, params: { id: account.id } });
    expect((await hook.send(body, good)).status).toBe(401);
    expect(errors.size).toBe(1);
    expect(await messages()).toEqual([]);
  });

  test('A valid signature may be one of several and 300 seconds off', async () => {
    const { account, address } = await organization();
    const now = Math.floor(Date.now() / 1000);
    for (const seconds of [now - 295, now + 295]) {
      const body = JSON.stringify({ messages: [submittedMail([address], { text: String(seconds) })] });
      const good = signedHeaders(account, body, seconds);
      const headers = { ...good, 'x-aid-signature': `v1=${'0'.repeat(64)}, ${good['x-aid-signature']}` };
      expect((await hook.send(body, headers)).body.ingested).toBe(1);
    }
  });

  test('A signature covers the body, the account and the time: any change is rejected', async () => {
    const { account } = await organization();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), async (signed, sent) => {
        const reply = await hook.send(sent, signedHeaders(account, signed));
        // The signed bytes are then parsed as JSON, and random bytes are not JSON.
        expect(reply.status).toBe(Buffer.compare(signed, sent) === 0 ? 400 : 401);
      }),
      { numRuns: 50, examples: [[new Uint8Array([0xff, 0xfe]), new Uint8Array([0xff, 0xfe])]] },
    );
  });
});

test('Forged signatures are counted in a metric', async () => {
  const counted = vi.spyOn(metrics, 'addMetric');
  await hook.send('{', { 'x-aid-signature': 'v1=00' });
  expect(counted).toHaveBeenCalledWith('Mail_forged', MetricUnit.Count, 1);
  counted.mockRestore();
});
