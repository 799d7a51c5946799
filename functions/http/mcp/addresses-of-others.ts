import { ServiceError } from './service-error.ts';

/**
 * An address in a sentence, without the punctuation after it. Those that mail can be sent to have no other form. It is
 * looked for only where a word begins, so a long word without an `@` is read once.
 */
const ADDRESS = /(?<![^\s<>()",;:])[^\s<>()",;:]+@[^\s<>()",;:]*[^\s<>()",;:.!?]/g;

/**
 * An error about addresses that others have chosen. A stranger can write a sentence as an address, so the message has
 * their numbers in place of them.
 */
export class ForeignAddressError extends ServiceError {
  readonly addresses: readonly string[];

  constructor(error: ServiceError, addresses: readonly string[]) {
    const message = error.message.replace(ADDRESS, (found) =>
      addresses.includes(found) ? `(address ${addresses.indexOf(found) + 1} below)` : found,
    );
    super({ code: error.code, message }, error.retryAfterSeconds);
    this.addresses = addresses;
  }
}

/**
 * The error of a reply, with the addresses that the agent has not given itself kept apart. They come from the email
 * that it replies to.
 */
export function withForeignAddresses(error: unknown, given: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof ServiceError)) return error;
  const own = new Set(addressesIn(JSON.stringify(given)).map((address) => address.toLowerCase()));
  const foreign = addressesIn(error.message).filter((address) => !own.has(address.toLowerCase()));
  return foreign.length === 0 ? error : new ForeignAddressError(error, [...new Set(foreign)]);
}

function addressesIn(text: string): string[] {
  return text.match(ADDRESS) ?? [];
}
