import { SecretRunner } from '#clients/cli/src/mcp/secret/run-with-secret.ts';
import { Aid } from '#clients/typescript/src/index.ts';
import { bridgeClient } from './bridge-client.ts';
import { fakeService, json, result } from './fake-mcp-service.ts';

/** A secret that has another form in a URL, in JSON and in a shell. */
export const SECRET = 'pg/"S3cret" – größe\\n';

/** A bridge to a service with one secret in its vault, which programs in `folder` may use. */
export async function bridgeWithSecret(
  folder: string,
  value: unknown = SECRET,
  programs: readonly string[] = [process.execPath],
) {
  const asked: unknown[] = [];
  const service = await fakeService((arrived, response) => {
    const { path, message } = arrived;
    if (path.startsWith('/v1/mcp')) {
      const tools = ['whoami', 'list_secrets', 'create_lease', 'redeem_lease'].map((name) => ({ name }));
      return result(response, arrived, { tools, ...((message.params as object) ?? {}) });
    }
    asked.push([path, message]);
    if (path === '/v1/vault/leases') return json(response, { id: 'lse_1', lease_token: 'token' });
    if (path.endsWith('/redeem')) return json(response, { value });
    return json(response, { error: { code: 'not_found', message: 'There is no such secret.' } }, 404);
  });
  const client = new Aid({ url: service.url, key: 'aid_agent_test', maxRetries: 0 });
  const runner = new SecretRunner({
    client,
    programs,
    environment: { ...process.env, AID_KEY: 'aid_agent_of_the_bridge' },
    folder,
    identityId: async () => undefined,
    privateKey: undefined,
  });
  const bridge = bridgeClient(service.url, { parts: { secrets: { programs, runner } } });
  const run = (program: string, others: object = {}) =>
    bridge.call('run_with_secret', {
      secret_id: 'sec_1',
      command: process.execPath,
      args: ['-e', program],
      environment_variable: 'PGPASSWORD',
      ...others,
    });
  return { service, asked, bridge, run };
}
