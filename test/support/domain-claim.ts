import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { checkDomain } from '#functions/workers/domain-checks/check-domain.ts';
import type { OperationName } from '#testing/operations.ts';
import type { InProcessApi } from './in-process-api.ts';

export const freshDomain = () => `d-${randomBytes(6).toString('hex')}.example`;

/** An organization with a domain that the worker has checked once. */
export async function claim(api: InProcessApi, domain = freshDomain()) {
  const organization = await api.organization();
  const made = await api.call('createDomain', { key: organization.key, body: { domain } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const ref = { organizationId: organization.id, domainId: made.body.id as string };
  const params = { id: ref.domainId };
  const call = <N extends OperationName>(name: N, more: object = {}) =>
    api.call(name, { key: organization.key, params, ...more });
  const check = async (now = Date.now()) => {
    await checkDomain(ref, now);
    return (await call('getDomain')).body;
  };
  await check();
  return { ...organization, ref, domain, call, check, shown: async () => (await call('getDomain')).body };
}
