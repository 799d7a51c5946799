import type { OperationName } from '#testing/operations.ts';
import { AgentKeypair } from './agent-keypair.ts';
import type { InProcessApi } from './in-process-api.ts';

/** What a redemption may bring besides the token. */
interface RedeemOptions {
  key?: string;
  token?: string;
  proof?: object | undefined;
  idempotencyKey?: string;
}

/** An organization with an agent, and short forms of the vault's operations. */
export async function makeVault(api: InProcessApi) {
  const organization = await api.organization();
  const agent = await api.agent(organization.key);
  const asOrg = <N extends OperationName>(name: N, more: object = {}) =>
    api.call(name, { key: organization.key, ...more });
  const asAgent = <N extends OperationName>(name: N, more: object = {}) => api.call(name, { key: agent.key, ...more });

  const createSecret = async (value: unknown = 'the value', key = agent.key) => {
    const { body, status } = await api.call('createSecret', { key, body: { name: 'one', value } });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id;
  };
  const createLease = async (secretId: string, more: object = {}, key = agent.key) => {
    const { body, status } = await api.call('createLease', { key, body: { secret_id: secretId, ...more } });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  const redeem = (lease: { id: string; lease_token: string }, options: RedeemOptions = {}) => {
    const { key = agent.key, token = lease.lease_token, proof, idempotencyKey } = options;
    const body = { lease_token: token, ...(proof !== undefined && { proof }) };
    return api.call('redeemLease', {
      key,
      params: { id: lease.id },
      body,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  };
  const setKeypair = async (keypair = new AgentKeypair(), more: { key?: string; proof?: object } = {}) => {
    const { key = organization.key, proof } = more;
    const body = { identity_id: agent.id, algorithm: 'ed25519', public_key: keypair.publicKey, proof };
    const reply = await api.call('putKeypair', { key, body });
    return { keypair, reply };
  };
  const redemptions = async (leaseId: string) =>
    (await asOrg('listRedemptions', { params: { id: leaseId } })).body.redemptions;
  const leaseNow = async (id: string) => (await asOrg('listLeases')).body.leases.find((lease) => lease.id === id);
  return {
    organization,
    agent,
    asOrg,
    asAgent,
    createSecret,
    createLease,
    redeem,
    setKeypair,
    redemptions,
    leaseNow,
  };
}

export type Vault = Awaited<ReturnType<typeof makeVault>>;
