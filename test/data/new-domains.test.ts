import { afterEach, expect, test, vi } from 'vitest';
import { findDomain } from '#shared/data/entities/mail/domain.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { claim } from '../support/domain-claim.ts';
import { useDomainOwner } from '../support/domain-owner.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
const owner = useDomainOwner();

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

async function newClaim() {
  const mine = await claim(new InProcessApi(engine.table));
  owner.publish((await mine.shown()).records);
  const stored = () => findDomain(engine.table, mine.ref.organizationId, mine.ref.domainId);
  return { ...mine, stored };
}

test.each(['verifyDomain', 'a check of the worker'])(
  'The limits of a new domain begin with its verification by %s, if the stage has any',
  async (by) => {
    const verify = async (mine: Awaited<ReturnType<typeof newClaim>>) => {
      await (by === 'verifyDomain' ? mine.call('verifyDomain') : mine.check());
      return mine.stored();
    };
    const without = await verify(await newClaim());
    expect(without).toMatchObject({ status: 'verified' });
    expect(without).not.toHaveProperty('rampFrom');
    vi.stubEnv('DOMAIN_RAMP', '50');
    const mine = await newClaim();
    const verified = await verify(mine);
    expect(verified).toMatchObject({ status: 'verified', rampFrom: verified?.verifiedAt });
    expect(await mine.shown()).not.toHaveProperty('rampFrom');
  },
);

test('A domain that is verified again does not begin again, and keeps the time through all checks between', async () => {
  vi.stubEnv('DOMAIN_RAMP', '50');
  const mine = await newClaim();
  await mine.check();
  const first = (await mine.stored())?.rampFrom;
  expect(first).toEqual(expect.any(Number));
  const { records } = await mine.shown();
  owner.withdraw(records, 'mail_from');
  await mine.check(Date.now() + DAY);
  await mine.check(Date.now() + 5 * DAY);
  expect(await mine.stored()).toMatchObject({ status: 'failed', rampFrom: first });
  owner.publish(records);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * DAY + HOUR });
  await mine.call('verifyDomain');
  expect(await mine.stored()).toMatchObject({ status: 'verified', rampFrom: first });
});
