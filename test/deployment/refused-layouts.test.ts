import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ApiClient } from '#scripts/smoke/api-client.ts';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import { checkOut, copyOfPresent } from '#testing/release-checkout.ts';
import { EVERYTHING, show, useBootstrappedAccount } from './support/bootstrapped-account.ts';
import { apiOf, outputsOfStage } from './support/stage.ts';

/** A commit before 0.2.0: its rows have another form and no layout. */
const UNNUMBERED = '1038483b0704556c7190ff8091f08c89344e89f9';

const OLD_STAGE = { AID_STAGE: 'old', AID_MAIL_DOMAIN: 'old.example.com' };

const bootstrapped = useBootstrappedAccount();

test('A stage that a commit before 0.2.0 has written is refused by the preflight, by npm run deploy, as a canary too, and by CloudFormation, and still served', async () => {
  const { present } = bootstrapped;
  const old = await checkOut(UNNUMBERED);
  const bundles = await bootstrapped.script(old, OLD_STAGE, 'bundle');
  expect(bundles.code, bundles.output).toBe(0);
  const deployed = await bootstrapped.cdk(old, OLD_STAGE, ...EVERYTHING);
  expect(deployed.code, deployed.output.slice(-8000)).toBe(0);
  const untouched = await bootstrapped.script(present, OLD_STAGE, 'preflight');
  show('npm run preflight of a stage without rows', untouched.output, /^FAIL layout.*/m);
  expect(untouched.output).toMatch(
    /^FAIL layout: the stage was deployed by a release before 0\.2\.0: the key of aid-old-data/m,
  );
  const api = new ApiClient(apiOf(bootstrapped.account, outputsOfStage(old, OLD_STAGE.AID_STAGE)));
  const { admin_api_key: key } = await api.call('POST', '/v1/organizations', {
    body: { name: 'Old', slug: 'old-works' },
  });

  const refusal =
    /table \S+ has rows but no layout: they were written by a release before 0\.2\.0, .*another AID_STAGE/;
  const preflight = await bootstrapped.script(present, OLD_STAGE, 'preflight');
  show('npm run preflight', preflight.output, /^FAIL layout.*/m);
  expect(preflight.code).toBe(1);
  expect(preflight.output).toMatch(new RegExp(`^FAIL layout: ${refusal.source}`, 'm'));
  for (const release of ['all-at-once', 'canary']) {
    const settings = { ...OLD_STAGE, AID_RELEASE: release };
    const command = await bootstrapped.script(present, settings, 'deploy', '--yes');
    show(`AID_RELEASE=${release} npm run deploy`, command.output, /^FAIL layout[\s\S]*?^deploy: .*/m);
    expect(command.code).toBe(1);
    expect(command.output).toMatch(new RegExp(`^FAIL layout: ${refusal.source}`, 'm'));
    expect(command.output).toMatch(/^deploy: nothing was changed/m);
  }
  // The CDK alone does not reach the guard: the data stack comes first, and its key cannot be changed either.
  const refused = await bootstrapped.cdk(present, OLD_STAGE, ...EVERYTHING);
  show('cdk deploy --all', refused.output, /^.*UPDATE_FAILED.*/m);
  expect(refused.code).not.toBe(0);
  expect(refused.output).toMatch(/MultiRegion cannot be changed/);
  // The commit that wrote the rows still serves them.
  const body = { handle: 'still-served', display_name: 'Still served' };
  expect(await api.call('POST', '/v1/identities', { key, body })).toMatchObject({ handle: body.handle });
});

test('A release that neither reads nor writes the layout of the stage is refused by the preflight and by CloudFormation', async () => {
  await bootstrapped.deployFrom(bootstrapped.present);
  const other = withOtherLayout();
  const overlap =
    /the deployed release reads layout \d+ and writes \d+, and this one reads .* deploy the release in between/;
  const preflight = await bootstrapped.script(other, {}, 'preflight');
  show('npm run preflight of a release with another layout', preflight.output, /^FAIL layout.*/m);
  expect(preflight.output).toMatch(new RegExp(`^FAIL layout: ${overlap.source}`, 'm'));
  const refused = await bootstrapped.cdk(other, {}, ...EVERYTHING);
  show('cdk deploy of a release with another layout', refused.output, /^.*the deployed release reads.*/m);
  expect(refused.code).not.toBe(0);
  expect(refused.output).toMatch(overlap);
});

/** A release like this one that reads and writes the layout before. */
function withOtherLayout(): string {
  const root = copyOfPresent(join(bootstrapped.folder, 'other'));
  const file = join(root, 'shared', 'domain', 'stage', 'layout.ts');
  const layout = LAYOUT.writes - 1;
  const source = readFileSync(file, 'utf8').replace(
    /LAYOUT: ReleaseLayouts = .*/,
    `LAYOUT: ReleaseLayouts = { reads: [${layout}], writes: ${layout} };`,
  );
  writeFileSync(file, source);
  return root;
}
