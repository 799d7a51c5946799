/**
 * The address that code emails to a normalised address are counted under: without a `+tag` and without dots before the
 * `@`. Several large providers deliver all these spellings to one mailbox, which would otherwise get the limit of each.
 * With a provider that distinguishes dotted addresses, two people may share one limit. Nothing else treats the
 * addresses as one.
 *
 * See: docs/decisions/0006-people.md#limits.
 */
export function mailBudgetAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const plus = local.indexOf('+');
  const base = plus > 0 ? local.slice(0, plus) : local;
  return base.replaceAll('.', '') + address.slice(at);
}
