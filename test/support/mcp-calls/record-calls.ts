import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import type { ToolReply } from '../mcp-clients.ts';
import { idsIn } from './reading-calls.ts';
import { expectKeyUsed, type ToolCall, type World } from './tool-call.ts';

const contactIds = idsIn('contacts', 'contact_id');

/** `whoami`, and the tools for contacts. */
export async function contactCalls({ organization, agent, peer }: World): Promise<ToolCall[]> {
  const company = freshName('Works');
  const email = `${freshName()}@elsewhere.example`;
  const create = (body: Record<string, unknown>) =>
    agent.api.ok('createContact', { body: { display_name: 'Grace', ...body } });
  const older = await create({ company, emails: [email] });
  const newer = await create({ company });
  await create({ company: 'Others' });
  let cursor = '';
  const fields = {
    display_name: 'Ada – größe',
    emails: [`${freshName()}@elsewhere.example`, `${freshName()}@elsewhere.example`],
    agent_handles: [peer.handle],
    company: 'A "Company"',
    notes: 'Line one.\nLine two.',
  };
  const key = freshName('key');
  let saved = '';
  const stored = () => agent.api.ok('getContact', { params: { id: saved } });
  return [
    {
      tool: 'whoami',
      args: {},
      check: (reply) =>
        expect(reply.structuredContent).toMatchObject({
          handle: agent.handle,
          email_address: agent.address,
          organization: organization.name,
        }),
    },
    {
      tool: 'find_contact',
      args: { query: company, limit: 1 },
      check: (reply) => {
        expect(contactIds(reply)).toEqual([newer.id]);
        cursor = reply.structuredContent.next_cursor;
      },
    },
    {
      tool: 'find_contact',
      args: () => ({ query: company, limit: 1, cursor }),
      check: (reply) => expect(contactIds(reply)).toEqual([older.id]),
    },
    { tool: 'find_contact', args: { email }, check: (reply) => expect(contactIds(reply)).toEqual([older.id]) },
    {
      tool: 'save_contact',
      args: { ...fields, idempotency_key: key },
      check: async ({ structuredContent: { contact_id } }: ToolReply) => {
        saved = contact_id;
        expect(await stored()).toMatchObject(fields);
        await expectKeyUsed(agent, 'createContact', { body: { display_name: 'Other' } }, key);
      },
    },
    {
      tool: 'save_contact',
      args: { ...fields, idempotency_key: key, send_again: true },
      check: async ({ structuredContent: { contact_id } }: ToolReply) => {
        expect(contact_id).not.toBe(saved);
        saved = contact_id;
        expect(await stored()).toMatchObject(fields);
      },
    },
    {
      tool: 'save_contact',
      args: () => ({ contact_id: saved, notes: 'Changed.' }),
      check: async () => expect(await stored()).toMatchObject({ ...fields, notes: 'Changed.' }),
    },
  ];
}

/** Uses of a secret by a proxy, for a host at which no one listens: each is counted, and the program is notified. */
async function proxyCalls({ organization, agent }: Pick<World, 'organization' | 'agent'>): Promise<ToolCall[]> {
  const hosts = ['localhost:1', 'localhost:2'];
  const body = { name: freshName(), value: freshName('token'), identity_id: agent.id, hosts };
  const { id: secret_id } = await organization.api.ok('createSecret', { body });
  const program = 'fetch(process.env.API).then(async (got) => console.log(got.status, await got.text()))';
  const call = { secret_id, command: process.execPath, args: ['-e', program], environment_variable: 'API' };
  const credentials = [{ header: 'X-Api-Key: {{value}}' }, { basic: 'ada:{{value}}' }];
  return credentials.map((credential, index) => ({
    tool: 'run_with_secret',
    args: { ...call, ...credential, inject: 'proxy', host: hosts[index] },
    check: async (reply) => {
      expect(reply.structuredContent.stdout).toContain(`${hosts[index]} cannot be reached: ECONNREFUSED`);
      const purpose = `run_with_secret ${process.execPath}: requests to ${hosts[index]}`;
      const { leases } = await agent.api.ok('listLeases', {});
      expect(leases.find((lease) => lease.purpose === purpose)).toMatchObject({ secret_id, use_count: 1 });
    },
  }));
}

/** The tools for secrets: those that show them, and that of the bridge which does not. */
export async function vaultCalls({ organization, agent, way }: World): Promise<ToolCall[]> {
  const create = (value: unknown) =>
    organization.api.ok('createSecret', { body: { name: freshName(), value, identity_id: agent.id } });
  const byProxy = way === 'stdio' ? await proxyCalls({ organization, agent }) : [];
  const older = await create('the older one');
  const value = { token: freshName('token'), other: 1 };
  const newer = await create(value);
  const secretIds = idsIn('secrets', 'secret_id');
  let cursor = '';
  const leaseFor = async (purpose: string) => {
    const { leases } = await agent.api.ok('listLeases', {});
    return leases.find((lease) => lease.purpose === purpose);
  };
  const lists: ToolCall[] = [
    {
      tool: 'list_secrets',
      args: { limit: 1 },
      check: (reply) => {
        expect(secretIds(reply)).toEqual([newer.id]);
        cursor = reply.structuredContent.next_cursor;
      },
    },
    {
      tool: 'list_secrets',
      args: () => ({ limit: 1, cursor }),
      check: (reply) => expect(secretIds(reply)).toEqual([older.id]),
    },
  ];
  const purpose = freshName('What for');
  if (way === 'stdio') {
    const run = { secret_id: newer.id, command: process.execPath, environment_variable: 'SECRET' };
    const program = 'console.log(process.env.SECRET, process.env.SECRET.length, process.argv[1])';
    const forever = 'setInterval(() => {}, 1000)';
    return [
      ...lists,
      {
        tool: 'run_with_secret',
        args: { ...run, args: ['-e', program, 'größe'], field: 'token', purpose, show_lines: ['*größe'] },
        check: async (reply) => {
          const stdout = `[redacted] ${value.token.length} größe\n`;
          expect(reply.structuredContent).toMatchObject({ exit_code: 0, timed_out: false, stdout, stderr_bytes: 0 });
          expect(await leaseFor(purpose)).toMatchObject({ secret_id: newer.id, status: 'exhausted' });
        },
      },
      {
        tool: 'run_with_secret',
        args: { ...run, args: ['-e', forever], timeout_seconds: 1 },
        check: (reply) => expect(reply.structuredContent).toMatchObject({ timed_out: true }),
      },
      ...byProxy,
    ];
  }
  const keys = [freshName('key'), freshName('key')] as const;
  let lease: { readonly lease_id: string; readonly lease_token: string };
  return [
    ...lists,
    {
      tool: 'create_lease',
      args: { secret_id: older.id, purpose, ttl_seconds: 120, max_uses: 3, idempotency_key: keys[0] },
      check: async ({ structuredContent: { lease_id, lease_token } }: ToolReply) => {
        lease = { lease_id, lease_token };
        const created = await leaseFor(purpose);
        expect(created).toMatchObject({ id: lease_id, secret_id: older.id, max_uses: 3, use_count: 0 });
        const { created_at, expires_at } = created ?? { created_at: '', expires_at: '' };
        expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(120_000);
        await expectKeyUsed(agent, 'createLease', { body: { secret_id: older.id } }, keys[0]);
      },
    },
    {
      tool: 'redeem_lease',
      args: () => ({ ...lease, idempotency_key: keys[1] }),
      check: async (reply) => {
        expect(reply.structuredContent).toMatchObject({ value: 'the older one' });
        const use = { params: { id: lease.lease_id }, body: { lease_token: 'other' } };
        await expectKeyUsed(agent, 'redeemLease', use, keys[1]);
        expect(await leaseFor(purpose)).toMatchObject({ use_count: 1 });
      },
    },
  ];
}
