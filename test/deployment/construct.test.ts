import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '#scripts/smoke/api-client.ts';
import { ConstructProject } from '../construct/support/packed-construct.ts';
import { runCommand } from '../support/tools/run-command.ts';
import { useBootstrappedAccount } from './support/bootstrapped-account.ts';
import { apiOf } from './support/stage.ts';

const bootstrapped = useBootstrappedAccount();

let project: ConstructProject;

beforeAll(async () => {
  project = await ConstructProject.create();
});

afterAll(() => project?.remove());

test("An empty app deploys the construct next to the service's own stage, and each serves its own organizations", async () => {
  const own = new ApiClient(await bootstrapped.deployFrom(bootstrapped.present));
  project.write(
    'app.mjs',
    `import { AidService } from 'aid-stack-cdk';
import { App, Stack } from 'aws-cdk-lib';
const app = new App();
const platform = new Stack(app, 'platform');
new AidService(platform, 'Aid', { stage: 'embedded', mailDomain: 'embedded.example.com' });
`,
  );
  project.write('cdk.json', JSON.stringify({ app: 'node app.mjs' }));
  const cdk = ['node_modules/aws-cdk/bin/cdk', 'deploy', 'platform/aid-embedded-*', '--require-approval', 'never'];
  const deployed = await runCommand(process.execPath, [...cdk, '--outputs-file', 'outputs.json'], {
    cwd: project.folder,
    env: bootstrapped.account.env,
  });
  expect(deployed.code, deployed.output.slice(-8000)).toBe(0);
  const outputs = JSON.parse(readFileSync(join(project.folder, 'outputs.json'), 'utf8'));
  const embedded = new ApiClient(apiOf(bootstrapped.account, outputs['aid-embedded-service']));

  const make = (api: ApiClient) =>
    api.call('POST', '/v1/organizations', { body: { name: 'Acme', slug: 'acme-lamps' } });
  const [{ admin_api_key: ownKey }, { admin_api_key: embeddedKey }] = [await make(own), await make(embedded)];
  expect(await own.call('GET', '/v1/me', { key: ownKey })).toMatchObject({ org_slug: 'acme-lamps' });
  expect(await embedded.call('GET', '/v1/me', { key: embeddedKey })).toMatchObject({ org_slug: 'acme-lamps' });
  await expect(own.call('GET', '/v1/me', { key: embeddedKey })).rejects.toThrow('401');
});
