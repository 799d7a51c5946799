import type { MailAddress } from '../../../typescript/src/index.ts';

/** An address with its name, as a person reads it. */
export function fullAddress({ address, name }: MailAddress): string {
  return name === null || name === '' ? address : `${name} <${address}>`;
}

/** The name of an address, or the address. */
export function nameOf({ address, name }: MailAddress): string {
  return name === null || name === '' ? address : name;
}
