/** An address or a domain, without a name. */
const SENDER = /^@?[^\s<>,@]+(?:@[^\s<>,@]+)?$/;

/**
 * Who is expected to send a code, in the form in which authors are compared: an address, or a domain with its
 * subdomains, which may begin with an `@`. Undefined for anything else.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#mailwaitforcode.
 */
export function expectedSender(given: string): string | undefined {
  return SENDER.test(given) ? given.toLowerCase().replace(/^@/, '') : undefined;
}

/** Whether all authors of a message are who is expected. One of several proves nothing. */
export function isFromExpected(authors: readonly { readonly address: string }[], sender: string): boolean {
  const isExpected = (address: string) =>
    sender.includes('@')
      ? address === sender
      : `.${address.slice(address.lastIndexOf('@') + 1)}`.endsWith(`.${sender}`);
  return authors.length > 0 && authors.every(({ address }) => isExpected(address.toLowerCase()));
}
