import { z } from 'zod';

/**
 * The part of a mailbox address before the `@`: a dot-atom (RFC 5321, section 4.1.2) of at most 64 characters. Upper
 * case is accepted and stored in lower case. A `+` begins a tag, so no mailbox has one in its name.
 */
const DOT_ATOM = /^[A-Za-z0-9!#$%&'*/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*/=?^_`{|}~-]+)*$/;

export const localPartSchema = z
  .string()
  .min(1, 'at least 1 character')
  .max(64, 'at most 64 characters')
  // Checked before the conversion to lower case, which turns the Kelvin sign into an ASCII `k`.
  .regex(DOT_ATOM, 'a dot-atom (RFC 5321) without a +')
  .transform((text) => text.toLowerCase());
