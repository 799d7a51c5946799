import { beforeAll, describe, expect, test } from 'vitest';
import { PREFIX } from '#shared/data/table.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';
import { ApiClient } from '#testing/api-client.ts';
import { CheckedApi, withoutRequestId } from '#testing/checked-api.ts';
import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { OPERATION_NAMES } from '../contract/example-requests.ts';
import { expectRefusals } from '../contract/expect-refusals.ts';
import {
  OURS,
  PAGED,
  refusedBodies,
  refusedFields,
  refusedPages,
  refusedQueries,
  WRITING,
} from '../contract/refusals.ts';
import { describedRequest } from '../support/described-request.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { inProcessSend } from '../support/in-process-send.ts';
import { signedHeaders } from '../support/mail-signature.ts';

const GUARDED = OPERATION_NAMES.filter((name) => routeOf(name).auth !== 'none');
const WITH_FIELDS = WRITING.filter((name) => describedRequest(name).body !== undefined);

const engine = useEngine();

/** Counts of requests and slots of waits: a rejected request writes these too, which limits it. */
const LIMITS = [PREFIX.rate, PREFIX.longCall];

/** Every other row of the table. */
async function storedRows(): Promise<string[]> {
  const rows: string[] = [];
  for (const { lastUsedAt: _, ...row } of await everyRow(engine.table)) {
    if (!LIMITS.some((prefix) => String(row.pk).startsWith(prefix))) rows.push(canonicalJson(row));
  }
  return rows.sort();
}

describe('requests that the pipeline refuses', () => {
  let api: CheckedApi;
  let agentKey: string;
  let revoked: string;
  let unchanged: string[];

  beforeAll(async () => {
    const { services } = new InProcessApi(engine.table);
    const anonymous = new CheckedApi(new ApiClient('https://api.test', null, inProcessSend(services)));
    const made = await anonymous.ok('createOrganization', { body: { name: 'Test', slug: freshName('org') } });
    api = anonymous.as(made.admin_api_key);
    const key = await api.ok('createApiKey', { body: { name: 'revoked' } });
    await api.ok('revokeApiKey', { params: { id: key.id } });
    revoked = key.key;
    const { id: identity_id } = await api.ok('createIdentity', { body: { handle: freshName('agent') } });
    agentKey = (await api.ok('createApiKey', { body: { name: 'agent', identity_id } })).key;
    const body = { provider: 'smtp' as const, host: '127.0.0.1', port: 9, is_default: false };
    const { id, inbound_secret: secret } = await api.ok('createProviderAccount', { body });
    api.signer = (sent) => signedHeaders({ id, secret }, sent);
    unchanged = await storedRows();
  });

  /** A request of a sender that may call the operation. */
  const requestOf = (name: OperationName) => ({
    ...describedRequest(name),
    ...(routeOf(name).auth === 'agent' ? { key: agentKey } : {}),
  });

  test.each(OURS)('%s rejects unknown, empty and repeated query parameters', async (name) => {
    await expectRefusals(api, name, refusedQueries(name, requestOf(name)));
  });

  test.each(PAGED)('%s rejects invalid page parameters', async (name) => {
    await expectRefusals(api, name, refusedPages(name, requestOf(name)));
  });

  test.each(WRITING)(
    '%s rejects bodies that are not JSON, have unknown fields or another content type',
    async (name) => {
      await expectRefusals(api, name, refusedBodies(name, requestOf(name)));
    },
  );

  test.each(WITH_FIELDS)('%s rejects wrong values by the name of their field', async (name) => {
    await expectRefusals(api, name, refusedFields(name, requestOf(name)));
  });

  test.each(GUARDED)(
    '%s gives every request without a usable key the same 401, whatever else is wrong',
    async (name) => {
      const request = describedRequest(name);
      const nonsense = { rawQuery: 'surprise=1', ...(routeOf(name).method === 'GET' ? {} : { body: '{' }) };
      const replies = new Set<string>();
      for (const key of [null, generateApiKey('org'), generateApiKey('agt'), revoked]) {
        const calls = [request, { params: request.params, ...nonsense }];
        for (const call of calls) {
          const reply = await api.refused(name, 'auth.unauthorized', { ...call, key });
          expect(reply.headers.get('ratelimit-limit')).toBeNull();
          replies.add(withoutRequestId(reply));
        }
      }
      expect(replies.size).toBe(1);
    },
  );

  test('Refused requests write nothing, whatever the operation', async () => {
    expect(await storedRows()).toEqual(unchanged);
  });
});
