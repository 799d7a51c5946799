import { test } from 'vitest';
import { checkOutLast } from '#testing/release-checkout.ts';
import { show, useBootstrappedAccount } from './support/bootstrapped-account.ts';
import { expectServed, expectUsable, populate, than } from './support/population.ts';

const bootstrapped = useBootstrappedAccount();

test('A stage is upgraded from the last release and taken back to it, and each serves and changes what the other has written', async () => {
  const { account, present } = bootstrapped;
  const release = await checkOutLast();
  const before = await bootstrapped.deployFrom(release);
  const [kept, used] = [await populate(account, before), await populate(account, before)];
  // The engine, unlike AWS, gives the API another address with each update.
  const url = await bootstrapped.deployFrom(present);
  show('written by the last release, served by this one', await expectServed(url, kept, than.newer));
  show('written by the last release, changed by this one', await expectUsable(url, used));
  const ofThis = await populate(account, url);
  const back = await bootstrapped.deployFrom(release);
  show('written by the last release, served after the rollback', await expectServed(back, kept, than.older));
  show('written by this release, served after the rollback', await expectServed(back, ofThis, than.older));
  show('written by this release, changed after the rollback', await expectUsable(back, ofThis));
});
