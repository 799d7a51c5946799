import { expect, test } from 'vitest';
import { REFRESH_RETRY_MS } from '#shared/domain/oauth/lifetimes.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { personWithAgent, registeredFlow } from '../support/oauth-people.ts';

const engine = useEngine();

test('A grant is in the audit: the login, the decision with what was allowed, and its end by the person, the client or the service', async () => {
  const api = new InProcessApi(engine.table);
  const own = await personWithAgent(api, engine.table);
  const flow = await registeredFlow(api);
  const connectOwn = () => flow.connect(own, { agents: [own.agent] });
  const entries = async (action: string) => {
    const { body } = await api.call('listAudit', { key: own.orgKey, query: { action } });
    return body.entries.map(({ actor, target, after }) => ({ actor: actor.label ?? actor.type, target, after }));
  };
  const { refresh_token: first } = await connectOwn();
  const client = { type: 'oauth_client', id: flow.clientId };
  expect(await entries('login')).toEqual([{ actor: own.email, target: client, after: null }]);
  const [decided] = await entries('decideAuthorization');
  expect(decided).toMatchObject({ actor: own.email, target: client });
  const scopes = ['mail.read', 'mail.send'];
  expect(decided?.after).toMatchObject({ client_name: 'Test Client', agents: [own.agent], scopes, recipients: null });

  await flow.refresh(first);
  const later = api.now() + REFRESH_RETRY_MS + 1;
  api.now = () => later;
  await flow.refresh(first);
  const { access_token: returned } = await connectOwn();
  await flow.revoke(returned);
  await flow.revoke(returned);
  await connectOwn();
  const [grant] = (await api.call('listGrants', { key: own.orgKey })).body.grants;
  await api.call('revokeGrant', { key: own.orgKey, params: { id: grant?.id ?? '' } });
  const ends = await entries('revokeGrant');
  expect(ends[0]?.target).toEqual({ type: 'grant', id: grant?.id });
  expect(ends.map(({ actor, after }) => [actor, after?.reason])).toEqual([
    [expect.any(String), 'requested'],
    ['service', 'client_request'],
    ['service', 'token_reused'],
  ]);
});
