import { expect, test } from 'vitest';
import { checkOutLast } from '#testing/release-checkout.ts';
import { show, useBootstrappedAccount } from './support/bootstrapped-account.ts';
import { expectDecidable, expectHeld, holdEmail } from './support/held-email.ts';
import { holdingsOf } from './support/holdings.ts';
import { logLines } from './support/log-lines.ts';
import { expectServed, expectUsable, populate, than } from './support/population.ts';

const bootstrapped = useBootstrappedAccount();

test('A stage is upgraded from the last release, taken back to it and upgraded again; each serves and changes what the other has written, and no resource with content and no log is lost, and what a person has not approved waits', async () => {
  const { account, present } = bootstrapped;
  const release = await checkOutLast();
  const before = await bootstrapped.deployFrom(release);
  const [kept, used] = [await populate(account, before), await populate(account, before)];
  const first = await holdingsOf(account);
  expect(Object.keys(first.resources).length).toBeGreaterThan(20);
  // The engine, unlike AWS, gives the API another address with each update.
  const url = await bootstrapped.deployFrom(present);
  show('written by the last release, served by this one', await expectServed(url, kept, than.newer));
  show('written by the last release, changed by this one', await expectUsable(url, used));
  const ofThis = await populate(account, url);
  const held = await holdEmail(url);
  const upgraded = await holdingsOf(account);
  expect(upgraded.resources).toMatchObject(first.resources);
  expect(upgraded.logs).toMatchObject(first.logs);
  const added = Object.keys(upgraded.logs).filter((name) => !(name in first.logs));
  // Of the functions that the last release does not have.
  expect(added.sort()).toEqual(['/aid/check/http-approvals', '/aid/check/http-oauth', '/aid/check/http-tokens']);
  expect(new Set(Object.values(upgraded.logs).map(({ days }) => days))).toEqual(new Set([30]));
  const lines = await logLines(account, 'worker-outbound-mail');
  expect(lines).toBeGreaterThan(0);

  const back = await bootstrapped.deployFrom(release);
  show('written by the last release, served after the rollback', await expectServed(back, kept, than.older));
  show('written by this release, served after the rollback', await expectServed(back, ofThis, than.older));
  show('written by this release, changed after the rollback', await expectUsable(back, ofThis));
  await expectHeld(back, held);
  const rolledBack = await holdingsOf(account);
  expect(rolledBack.resources).toMatchObject(first.resources);
  expect(rolledBack.logs).toEqual(upgraded.logs);
  expect(await logLines(account, 'worker-outbound-mail')).toBeGreaterThanOrEqual(lines);

  const again = await bootstrapped.deployFrom(present);
  show('written by the last release, served after the second upgrade', await expectServed(again, kept, than.newer));
  expect(await holdingsOf(account)).toEqual(upgraded);
  await populate(account, again);
  await expectDecidable(again, held);
  expect(await logLines(account, 'worker-outbound-mail')).toBeGreaterThan(lines);
});
