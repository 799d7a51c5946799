/**
 * The address under which mail to a normalised address is counted: without a `+tag` and without dots before the `@`.
 * Several large providers deliver all these spellings to one mailbox, so each would get the full limit otherwise. Where a
 * provider tells dotted addresses apart, two people may share one limit. For everything else they stay two.
 *
 * See: docs/decisions/0017-limits-on-codes-and-passwords.md.
 */
export function mailBudgetAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const plus = local.indexOf('+');
  const base = plus > 0 ? local.slice(0, plus) : local;
  return base.replaceAll('.', '') + address.slice(at);
}
