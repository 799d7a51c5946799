import { beforeAll, expect, test } from 'vitest';
import { PREFIX } from '#shared/data/table.ts';
import { AUDIT_TARGETS } from '#shared/domain/organization/audit.ts';
import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { EXAMPLES, OPERATION_NAMES } from './support/example-requests.ts';
import { type Fixture, makeFixture } from './support/fixture.ts';
import { useServiceInProcess } from './support/service-in-process.ts';

/** Every operation of the route table, with its example: which of them leave an entry in the audit, and which. */

const engine = useEngine();
const service = useServiceInProcess();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await makeFixture(service);
});

const AUDITED = OPERATION_NAMES.filter((name) => routeOf(name).audited !== undefined);
const OTHERS = OPERATION_NAMES.filter((name) => routeOf(name).audited === undefined);

/** Their examples change nothing that is audited: a code is mailed first, and no domain of a test has its records. */
const UNCHANGED: readonly OperationName[] = ['claim', 'verifyDomain'];

async function entryRows(): Promise<Map<string, Record<string, unknown>>> {
  const rows = await everyRow(engine.table, PREFIX.audit);
  return new Map(rows.map((row) => [`${row.pk} ${row.sk}`, row]));
}

/** Calls an operation with its example, and returns the rows of the entries that it has left. */
async function entriesOf(name: OperationName, idempotencyKey?: string) {
  const { api } = fixture.organization;
  const { auth } = routeOf(name);
  const { agentKey = fixture.agent.key, ...example } = await EXAMPLES[name].request(fixture);
  const request = { ...example, ...(auth === 'agent' && { key: agentKey }), ...(idempotencyKey && { idempotencyKey }) };
  const before = await entryRows();
  const reply = await api.call(name, request);
  expect(reply.status).toBeLessThan(400);
  if (idempotencyKey !== undefined) {
    const { status, headers } = await api.call(name, request);
    // A logout ends the credential that it would be repeated with.
    expect([status === 401, headers.get('idempotency-replayed')]).toEqual(
      name === 'logout' ? [true, null] : [false, 'true'],
    );
  }
  const left = [...(await entryRows())].filter(([key]) => !before.has(key)).map(([, row]) => row);
  return { left, body: reply.body as Record<string, unknown> | undefined, request };
}

test.each(AUDITED)(
  '%s leaves one entry, with a target that has an id, and a repeated request leaves none',
  async (name) => {
    const { audited, idempotent, group } = routeOf(name);
    const { left, body, request } = await entriesOf(name, idempotent ? freshName('audited-once') : undefined);
    if (UNCHANGED.includes(name)) {
      expect(left).toEqual([]);
      return;
    }
    expect(left).toHaveLength(1);
    const [row] = left;
    expect(row).toMatchObject({ action: name, targetType: audited?.target });
    // The function of the vault may not use the key that seals addresses.
    expect([row?.address, typeof row?.sealedAddress]).toEqual(
      group === 'vault' ? ['192.0.2.1', 'object'] : [null, 'string'],
    );
    expect(AUDIT_TARGETS).toContain(row?.targetType);
    expect(row?.targetId).toMatch(/^[a-z]{3}_[0-9A-Z]{26}$/);
    if (body !== undefined && typeof body.id === 'string') expect(row?.targetId).toBe(body.id);
    const shown = [row?.before, row?.after].flatMap((side) => (typeof side === 'string' ? [JSON.parse(side)] : []));
    for (const side of shown) expect(audited?.fields).toEqual(expect.arrayContaining(Object.keys(side)));
    expect(shown.length > 0).toBe(audited?.fields !== undefined);

    // The once-only secret of the reply, and what the caller has proved itself with, are in no entry.
    const secrets = [...secretsIn(body), ...secretsIn(request.body), request.key ?? fixture.organization.key];
    const text = JSON.stringify(row);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  },
);

test.each(OTHERS)('%s leaves no entry', async (name) => {
  const { left } = await entriesOf(name);
  // What an example needs is made before, and is not part of what is compared.
  expect(left).toEqual([]);
});

/** The texts of fields that are secrets: keys, tokens, passwords, codes and values. */
function secretsIn(record: object | undefined): string[] {
  const SECRET =
    /^(api_key|admin_api_key|key|token|lease_token|secret|inbound_secret|password|new_password|code|value)$/;
  return Object.entries(record ?? {}).flatMap(([field, value]) => {
    if (typeof value === 'object' && value !== null) return secretsIn(value);
    return SECRET.test(field) && typeof value === 'string' ? [value] : [];
  });
}
