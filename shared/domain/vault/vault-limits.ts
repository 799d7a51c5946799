import { MINUTE, SECOND } from '../time/time.ts';

/** The limits of the vault. See: docs/contract/limits.md#vault. */

/** The maximum size of a secret's value, as JSON text in UTF-8, without the quotes of a string. */
export const MAX_VALUE_BYTES = 64 * 1024;

export const LEASE_SECONDS = { min: 30, max: 86_400, default: 900 } as const;
export const LEASE_USES = { min: 1, max: 100, default: 1 } as const;

/** How far the time of a proof may be from the present. */
export const PROOF_SKEW_MS = 300 * SECOND;

/** How long a nonce is kept after its proof has expired, because the clocks of two functions may differ. */
export const NONCE_MARGIN_MS = 5 * MINUTE;
