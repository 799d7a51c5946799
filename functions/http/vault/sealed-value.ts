import type { Keyring } from '#shared/runtime/keyring.ts';

/** The value of a secret, as requests give it and redemptions return it. */
export type PlainValue = string | Record<string, unknown>;

/** Where a value belongs. A sealed value that was copied to another place cannot be opened. */
export interface ValuePlace {
  organizationId: string;
  secretId: string;
  version: number;
}

function contextOf({ organizationId, secretId, version }: ValuePlace): string {
  return JSON.stringify([organizationId, secretId, version]);
}

export function sealValue(keyring: Keyring, place: ValuePlace, value: PlainValue): string {
  return keyring.seal('vault-secret', contextOf(place), JSON.stringify(value));
}

export function openValue(keyring: Keyring, place: ValuePlace, sealed: string): PlainValue {
  return JSON.parse(keyring.openNow('vault-secret', contextOf(place), sealed).reveal()) as PlainValue;
}
