import { expect, test } from 'vitest';
import { checkDomain } from '#functions/workers/domain-checks/check-domain.ts';
import { releaseIdentity } from '#functions/workers/domain-checks/release-identity.ts';
import { readHolder } from '#shared/data/entities/mail/domain.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { claim, freshDomain } from '../support/domain-claim.ts';
import { identityArn, useDomainOwner } from '../support/domain-owner.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
const owner = useDomainOwner();

test('A domain shows its records at once, those for DKIM once SES knows it, and is verified when both proofs are published', async () => {
  const api = new InProcessApi(engine.table);
  const { key } = await api.organization();
  const domain = freshDomain();
  const made = await api.call('createDomain', { key, body: { domain: domain.toUpperCase() } });
  expect(made.body).toMatchObject({
    domain,
    status: 'pending',
    is_default: false,
    verified_at: null,
    last_checked_at: null,
  });
  expect(made.body.records.map((record: { purpose: string }) => record.purpose)).toEqual([
    'mail_from',
    'spf',
    'dmarc',
    'mx',
  ]);

  const mine = await claim(api);
  const waiting = await mine.shown();
  expect(waiting.records.filter((record: { purpose: string }) => record.purpose === 'dkim')).toHaveLength(3);
  expect(new Set(waiting.records.map((record: { status: string }) => record.status))).toEqual(new Set(['missing']));

  owner.publish(waiting.records, 'dkim');
  expect(await mine.check()).toMatchObject({ status: 'pending' });
  owner.publish(waiting.records, 'mail_from');
  const verified = (await mine.call('verifyDomain')).body;
  expect(verified).toMatchObject({ status: 'verified', verified_at: expect.any(String) });
  const valid = verified.records.filter((record: { status: string }) => record.status === 'valid');
  expect(valid.map((record: { purpose: string }) => record.purpose)).toEqual(['mail_from', 'dkim', 'dkim', 'dkim']);

  owner.publish(waiting.records);
  const all = await mine.check();
  expect(new Set(all.records.map((record: { status: string }) => record.status))).toEqual(new Set(['valid']));
  const mailFrom = all.records.find(({ purpose }) => purpose === 'mail_from')?.name ?? '';
  expect(owner.identities.get(mine.domain)?.mailFrom).toBe(mailFrom);
});

test('Each change of the status of a domain is in the audit, by the person or the service that checks it, and a check that finds nothing new is not', async () => {
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  await mine.check();
  await mine.call('verifyDomain');
  const changes = async () => {
    const { entries } = (await api.call('listAudit', { key: mine.key, query: { target: mine.ref.domainId } })).body;
    return entries.map(({ action, actor, before, after }) => [action, actor.type, before?.status, after?.status]);
  };
  const created = ['createDomain', 'api_key', undefined, 'pending'];
  expect(await changes()).toEqual([created]);
  owner.publish((await mine.shown()).records);
  await mine.call('verifyDomain');
  const verified = ['verifyDomain', 'api_key', 'pending', 'verified'];
  expect(await changes()).toEqual([verified, created]);

  const other = await claim(api);
  owner.publish((await other.shown()).records);
  await other.check();
  const { entries } = (await api.call('listAudit', { key: other.key, query: { action: 'checkDomain' } })).body;
  expect(entries).toMatchObject([{ actor: { type: 'service' }, address: null, after: { status: 'verified' } }]);
});

test('Of two organizations that have both published everything exactly one gets the domain, in any order and number of checks', async () => {
  const api = new InProcessApi(engine.table);
  for (let round = 0; round < 5; round++) {
    const one = await claim(api);
    const other = await claim(api, one.domain);
    owner.publish((await one.shown()).records);
    owner.publish((await other.shown()).records);
    await Promise.all([
      one.check(),
      other.check(),
      one.call('verifyDomain'),
      other.call('verifyDomain'),
      other.check(),
    ]);
    await Promise.all([one.check(), other.check()]);

    const statuses = [(await one.shown()).status, (await other.shown()).status];
    expect(statuses.sort()).toEqual(['failed', 'verified']);
    const [winner, loser] = (await one.shown()).status === 'verified' ? [one, other] : [other, one];
    expect(await readHolder(engine.table, one.domain)).toMatchObject(winner.ref);
    const asked = await loser.call('verifyDomain');
    expect([asked.status, asked.body.error.code]).toEqual([409, 'domain.taken']);
    const mailFrom = (await winner.shown()).records.find(({ purpose }) => purpose === 'mail_from')?.name ?? '';
    await winner.check();
    expect(owner.identities.get(one.domain)?.mailFrom).toBe(mailFrom);

    // After its deletion, the domain goes to the other organization, which has its proof.
    expect((await winner.call('deleteDomain')).status).toBe(204);
    await releaseIdentity(one.domain);
    expect(owner.identities.has(one.domain)).toBe(true);
    expect((await loser.call('verifyDomain')).body.status).toBe('verified');
  }
});

test('SES stops mailing bounces and complaints for a domain that the service registered, and for no other', async () => {
  const api = new InProcessApi(engine.table);
  const [ours, theirs] = [await claim(api), await claim(api)];
  await ours.check();
  owner.identities.set(theirs.domain, { tags: [{ Key: 'aid:stage', Value: 'another' }], mailFrom: undefined });
  await theirs.check();
  expect(owner.identities.get(ours.domain)?.feedback).toBe(false);
  expect(owner.identities.get(theirs.domain)?.feedback).toBeUndefined();
});

test('Another organization’s proof does not verify a claim', async () => {
  const api = new InProcessApi(engine.table);
  const one = await claim(api);
  const other = await claim(api, one.domain);
  owner.publish((await one.shown()).records);
  expect(await other.check()).toMatchObject({ status: 'pending' });
  const seen = (await other.shown()).records.filter((record: { status: string }) => record.status === 'valid');
  expect(seen.map((record: { purpose: string }) => record.purpose)).toEqual(['dkim', 'dkim', 'dkim', 'dmarc', 'mx']);
  expect(await one.check()).toMatchObject({ status: 'verified' });
});

test('A domain is taken for other organizations once it is verified, for its own at once, and the stage’s own domain always', async () => {
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  const again = await api.call('createDomain', { key: mine.key, body: { domain: mine.domain } });
  expect([again.status, again.body.error.code]).toEqual([409, 'domain.taken']);
  for (const domain of ['agents.test', 'sub.agents.test', 'SUB.Agents.Test']) {
    const refused = await api.call('createDomain', { key: mine.key, body: { domain } });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'domain.taken']);
  }
  const stranger = await api.organization();
  owner.publish((await mine.shown()).records);
  await mine.check();
  const late = await api.call('createDomain', { key: stranger.key, body: { domain: mine.domain } });
  expect([late.status, late.body.error.code]).toEqual([409, 'domain.taken']);
  expect((await api.call('listDomains', { key: stranger.key })).body).toEqual({ domains: [] });
});

test('A domain that is requested twice at once is added once', async () => {
  const api = new InProcessApi(engine.table);
  const { key } = await api.organization();
  const domain = freshDomain();
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => api.call('createDomain', { key, body: { domain } })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await api.call('listDomains', { key })).body.domains).toHaveLength(1);
});

test('A claim without proof fails after 72 hours, is not checked after that, and is checked again on request', async () => {
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  const end = Date.now() + 3 * DAY;
  expect(await mine.check(end - HOUR)).toMatchObject({ status: 'pending' });
  expect(await mine.check(end)).toMatchObject({ status: 'failed' });
  owner.publish((await mine.shown()).records);
  expect(await mine.check(end + HOUR)).toMatchObject({ status: 'failed' });
  expect((await mine.call('verifyDomain')).body).toMatchObject({ status: 'verified' });
});

test('A verified domain survives DNS outages, and three days without its records end it and free its name', async () => {
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  const { records } = await mine.shown();
  owner.publish(records);
  await mine.check();
  const mailFrom = records.find(({ purpose }) => purpose === 'mail_from')?.name ?? '';
  const now = Date.now();

  owner.silent.add(mailFrom);
  const unanswered = await mine.check(now + 10 * DAY);
  expect(unanswered.status).toBe('verified');
  expect(unanswered.records[0]).toMatchObject({ purpose: 'mail_from', status: 'valid' });

  owner.silent.clear();
  owner.withdraw(records, 'mail_from');
  expect(await mine.check(now + 11 * DAY)).toMatchObject({ status: 'verified' });
  expect(await mine.check(now + 14 * DAY)).toMatchObject({ status: 'failed', verified_at: null });
  expect(await readHolder(engine.table, mine.domain)).toBeUndefined();
  const successor = await claim(api, mine.domain);
  owner.publish((await successor.shown()).records);
  expect(await successor.check()).toMatchObject({ status: 'verified' });
});

test('An identity that disappeared from SES is created again, and its new keys are shown', async () => {
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  owner.identities.clear();
  expect((await mine.call('verifyDomain')).body.status).toBe('pending');
  await mine.check();
  expect(owner.identities.has(mine.domain)).toBe(true);
  expect(owner.sesCalls.filter((call) => call === `create ${mine.domain}`)).toHaveLength(2);
});

test('A domain without a claim is removed from SES, if this stage added it', async () => {
  const api = new InProcessApi(engine.table);
  const [ours, theirs] = [await claim(api), await claim(api)];
  const other = await claim(api, ours.domain);
  owner.identities.set(theirs.domain, { tags: [{ Key: 'aid:stage', Value: 'another' }], mailFrom: undefined });
  for (const one of [ours, theirs]) {
    await one.call('deleteDomain');
    await releaseIdentity(one.domain);
  }
  expect([...owner.identities.keys()].sort()).toEqual([ours.domain, theirs.domain].sort());
  owner.tenants.set(identityArn(ours.domain), new Set([ours.id, other.id]));
  await other.call('deleteDomain');
  await releaseIdentity(ours.domain);
  await releaseIdentity(ours.domain);
  expect([...owner.identities.keys()]).toEqual([theirs.domain]);
});

test('A claim that is made during the removal of the domain from SES finds it there', async () => {
  const api = new InProcessApi(engine.table);
  const mine = await claim(api);
  await mine.call('deleteDomain');
  const successor = await api.organization();
  const pushed = owner.sesCalls.push.bind(owner.sesCalls);
  const requests: Promise<unknown>[] = [];
  owner.sesCalls.push = (call: string) => {
    if (call.startsWith('delete'))
      requests.push(api.call('createDomain', { key: successor.key, body: { domain: mine.domain } }));
    return pushed(call);
  };
  await releaseIdentity(mine.domain);
  owner.sesCalls.push = pushed;
  await Promise.all(requests);
  const [made] = (await api.call('listDomains', { key: successor.key })).body.domains;
  await checkDomain({ organizationId: successor.id, domainId: made?.id ?? '' }, Date.now());
  expect(owner.identities.has(mine.domain)).toBe(true);
});
