import { randomBytes } from 'node:crypto';
import { ApiError, type Body } from '../api-client.ts';
import type { Run, SmokeAgent } from '../run.ts';
import type { Step } from '../run-steps.ts';

const CODE = /^(\d{6})\b/;

export const ready: Step = {
  name: 'ready',
  after: [],
  needs: 'the address of the API in --url, and a deployed stage there',
  run: async (run) => {
    await run.call('GET', '/v1/ready');
    return 'the API reaches its table';
  },
};

export const organization: Step = {
  name: 'organization',
  after: ['ready'],
  needs: 'the API; 30 organizations can be created per minute from one network address',
  run: async (run) => {
    const slug = `smoke-${run.id}`;
    const made = await run.call('POST', '/v1/organizations', { body: { name: 'Smoke test', slug } });
    const key: string = made.admin_api_key;
    run.keep('orgKey', key);
    run.undoLater('the keys of the organization', () => revokeAllKeys(run, key));
    return `${made.id} ${slug}`;
  },
};

/** Two agents: one sends, the other receives. */
export const agents: Step = {
  name: 'agents',
  after: ['organization'],
  needs: 'the API',
  run: async (run) => {
    const sender = run.keep('sender', await makeAgent(run, 'sender'));
    const receiver = run.keep('receiver', await makeAgent(run, 'receiver'));
    const me = await run.call('GET', '/v1/me', { key: sender.key });
    if (me.identity_id !== sender.id) throw new Error(`the key of ${sender.id} acts as ${me.identity_id}`);
    return [sender, receiver].map(({ id, address }) => `${id} ${address ?? 'without an address'}`).join(', ');
  },
};

/** A refused login computes the same hash as a successful one, so that its time says nothing about the account. */
export const passwordHash: Step = {
  name: 'password-hash',
  after: ['ready'],
  needs: 'enough memory and time for the hash of a password in the function http-auth',
  run: async (run) => {
    const body = { email: `unknown-${run.id}@example.com`, password: randomPassword() };
    const refusal = await run.call('POST', '/v1/auth/login', { body }).catch((error: unknown) => error);
    if (refusal instanceof ApiError && refusal.code === 'auth.invalid_credentials')
      return 'the login of an unknown person was refused after its password was hashed';
    throw refusal instanceof Error ? refusal : new Error('the login of an unknown person succeeded');
  },
};

/** The second agent reads the code from its own mailbox, so that no other mailbox is needed. */
export const login: Step = {
  name: 'login',
  after: ['inbound'],
  needs: 'mail that the service sends, and mail that arrives in its own domain',
  run: async (run) => {
    const receiver = run.made<SmokeAgent>('receiver');
    const claim = { email: receiver.address ?? '', password: randomPassword() };
    await run.call('POST', '/v1/auth/claim', { key: run.made('orgKey'), body: claim });
    const code = await run.until(() => mailedCode(run, receiver));
    await run.call('POST', '/v1/auth/claim', { key: run.made('orgKey'), body: { email: claim.email, code } });
    const { token } = await run.call('POST', '/v1/auth/login', { body: claim });
    const me = await run.call('GET', '/v1/me', { key: token });
    if (me.actor_type !== 'user') throw new Error(`the login acts as ${me.actor_type}`);
    return `${me.actor_id} claimed the organization by a mailed code, and logged in with a password`;
  },
};

async function makeAgent(run: Run, role: string): Promise<SmokeAgent> {
  const key = run.made<string>('orgKey');
  const handle = `smoke-${run.id}-${role}`;
  const made = await run.call('POST', '/v1/identities', { key, body: { handle, display_name: 'Smoke test' } });
  run.undoLater(`the agent ${made.id}`, () =>
    run.call('POST', `/v1/identities/${made.id}/suspend`, { key, body: { reason: 'smoke test' } }),
  );
  const own = await run.call('POST', '/v1/api-keys', { key, body: { name: handle, identity_id: made.id } });
  return { id: made.id, key: own.key, keyId: own.id, address: made.email_address };
}

async function mailedCode(run: Run, { id, key }: SmokeAgent): Promise<string | undefined> {
  const { messages } = await run.call('GET', `/v1/identities/${id}/mail/messages`, { key });
  const subjects: string[] = messages.map((message: Body) => message.subject);
  return subjects.map((subject) => CODE.exec(subject)?.[1]).find((code) => code !== undefined);
}

/** Revokes every key of the organization, the one that is used for it last. */
async function revokeAllKeys(run: Run, key: string): Promise<void> {
  const { api_keys: keys } = await run.call('GET', '/v1/api-keys', { key });
  const active: Body[] = keys.filter((one: Body) => one.status === 'active');
  const isOwn = (one: Body) => key.startsWith(one.key_prefix);
  for (const one of [...active.filter((other) => !isOwn(other)), ...active.filter(isOwn)])
    await run.call('POST', `/v1/api-keys/${one.id}/revoke`, { key });
}

function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}
