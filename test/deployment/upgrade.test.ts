import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '#scripts/smoke/api-client.ts';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import { checkOut, checkOutLast, copyOfPresent } from '../compatibility/release-checkout.ts';
import { ACCOUNT, type Account, REGION, startAccount } from './support/engine.ts';
import { expectServed, expectUsable, populate, than } from './support/population.ts';
import { apiOf, outputsOfStage, run } from './support/stage.ts';

/** A commit before 0.2.0: its rows have another form and no layout. */
const UNNUMBERED = '1038483b0704556c7190ff8091f08c89344e89f9';

const OLD_STAGE = { AID_STAGE: 'old', AID_MAIL_DOMAIN: 'old.example.com' };
const EVERYTHING = ['deploy', '--all', '--require-approval', 'never', '--outputs-file', '.build/outputs.json'];

let folder: string;
let account: Account;
/** A copy of this checkout: deployments of other tests write to its build folder. */
let present: string;

type Settings = Readonly<Record<string, string>>;

const cdk = (root: string, settings: Settings, ...args: string[]) =>
  run(account, ['node', 'node_modules/aws-cdk/bin/cdk', ...args], settings, root);
const script = (root: string, settings: Settings, name: string, ...args: string[]) =>
  run(account, ['node', `scripts/${name}.ts`, ...args], settings, root);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aid-upgrade-'));
  account = await startAccount(join(folder, 'account'), process.env.AID_TOOLS_DIR ?? join(folder, 'tools'), 1000);
  present = copyOfPresent(join(folder, 'present'));
  const bootstrap = await cdk(present, {}, 'bootstrap', `aws://${ACCOUNT}/${REGION}`);
  expect(bootstrap.code, bootstrap.output).toBe(0);
});

afterAll(async () => {
  await account?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('A stage that a commit before 0.2.0 has written is refused by the preflight, by npm run deploy, as a canary too, and by CloudFormation, and still served', async () => {
  const old = checkOut(UNNUMBERED);
  const bundles = await script(old, OLD_STAGE, 'bundle');
  expect(bundles.code, bundles.output).toBe(0);
  const deployed = await cdk(old, OLD_STAGE, ...EVERYTHING);
  expect(deployed.code, deployed.output.slice(-8000)).toBe(0);
  const api = new ApiClient(apiOf(account, outputsOfStage(old, OLD_STAGE.AID_STAGE)));
  const { admin_api_key: key } = await api.call('POST', '/v1/organizations', {
    body: { name: 'Old', slug: 'old-works' },
  });

  const refusal = /table \S+ has rows but no layout: a release before 0\.2\.0 has written them.*another AID_STAGE/;
  const preflight = await script(present, OLD_STAGE, 'preflight');
  show('npm run preflight', preflight.output, /^FAIL layout.*/m);
  expect(preflight.code).toBe(1);
  expect(preflight.output).toMatch(new RegExp(`^FAIL layout: ${refusal.source}`, 'm'));
  for (const release of ['all-at-once', 'canary']) {
    const command = await script(present, { ...OLD_STAGE, AID_RELEASE: release }, 'deploy', '--yes');
    show(`AID_RELEASE=${release} npm run deploy`, command.output, /^FAIL layout[\s\S]*?^deploy: .*/m);
    expect(command.code).toBe(1);
    expect(command.output).toMatch(new RegExp(`^FAIL layout: ${refusal.source}`, 'm'));
    expect(command.output).toMatch(/^deploy: nothing was changed/m);
  }
  // The CDK alone does not reach the guard: the data stack comes first, and its key cannot be changed either.
  const refused = await cdk(present, OLD_STAGE, ...EVERYTHING);
  show('cdk deploy --all', refused.output, /^.*UPDATE_FAILED.*/m);
  expect(refused.code).not.toBe(0);
  expect(refused.output).toMatch(/MultiRegion cannot be changed/);
  // The commit that wrote the rows still serves them.
  const body = { handle: 'still-served', display_name: 'Still served' };
  expect(await api.call('POST', '/v1/identities', { key, body })).toMatchObject({ handle: body.handle });
});

test('A stage is upgraded from the last release and taken back to it, and each serves and changes what the other has written', async () => {
  const release = checkOutLast();
  const before = await deployFrom(release);
  const [kept, used] = [await populate(account, before), await populate(account, before)];
  // The engine, unlike AWS, gives the API another address with each update.
  const url = await deployFrom(present);
  show('written by the last release, served by this one', await expectServed(url, kept, than.newer));
  show('written by the last release, changed by this one', await expectUsable(url, used));
  const ofThis = await populate(account, url);

  const other = withOtherLayout();
  const overlap =
    /the deployed release reads layout \d+ and writes \d+, and this one reads .* deploy the release in between/;
  const preflight = await script(other, {}, 'preflight');
  show('npm run preflight of a release with another layout', preflight.output, /^FAIL layout.*/m);
  expect(preflight.output).toMatch(new RegExp(`^FAIL layout: ${overlap.source}`, 'm'));
  const refused = await cdk(other, {}, ...EVERYTHING);
  show('cdk deploy of a release with another layout', refused.output, /^.*the deployed release reads.*/m);
  expect(refused.code).not.toBe(0);
  expect(refused.output).toMatch(overlap);

  const back = await deployFrom(release);
  show('written by the last release, served after the rollback', await expectServed(back, kept, than.older));
  show('written by this release, served after the rollback', await expectServed(back, ofThis, than.older));
  show('written by this release, changed after the rollback', await expectUsable(back, ofThis));
});

/**
 * Deploys the stage of the tests by the command of a checkout, without the preflight, of which every release has
 * another. Returns the address of the API.
 */
async function deployFrom(root: string): Promise<string> {
  const { code, output } = await script(root, {}, 'deploy', '--yes', '--skip-preflight');
  const failures = output.split('\n').filter((line) => line.includes('_FAILED'));
  expect(code, `${failures.join('\n')}\n${output.slice(-2000)}`).toBe(0);
  return apiOf(account, outputsOfStage(root));
}

/** A release like this one that reads and writes the layout before. */
function withOtherLayout(): string {
  const root = copyOfPresent(join(folder, 'other'));
  const file = join(root, 'shared', 'domain', 'stage', 'layout.ts');
  const layout = LAYOUT.writes - 1;
  const source = readFileSync(file, 'utf8').replace(
    /LAYOUT: ReleaseLayouts = .*/,
    `LAYOUT: ReleaseLayouts = { reads: [${layout}], writes: ${layout} };`,
  );
  writeFileSync(file, source);
  return root;
}

/** Prints a line of a run for its reader. */
function show(title: string, output: string, line = /.*/): void {
  console.log(`${title}: ${line.exec(output)?.[0].trim()}`);
}
