import type { Account, Decision } from './engine.ts';

/**
 * The requests of functions that a policy denied. Those on a table that the stage has left do not count: an invocation
 * that began before the switch still uses that table, and from the switch on the policy allows the new one only.
 */
export function denials(account: Account, ...left: readonly string[]): Decision[] {
  const isLeft = (resource: string) => left.some((table) => resource.includes(`:table/${table}`));
  return account.decisions().filter(({ allowed, resource }) => !allowed && !isLeft(resource));
}
