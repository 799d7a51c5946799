import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { secondFactorCodeSchema } from './auth.ts';

/** The second factor of a person. See: docs/contract/accounts.md#second-factor. */
export const createdTotpSchema = described(
  'SecondFactorSecret',
  'What an authenticator app and the person keep. Returned only once.',
  z.strictObject({ secret: z.string(), otpauth_url: z.string(), recovery_codes: z.array(z.string()) }),
  {
    secret: 'The secret for an authenticator app, in base32. Returned only once.',
    otpauth_url: 'The address of the secret, which apps read from a QR code.',
    recovery_codes: 'Ten codes for the person to keep. Each replaces the app in one login.',
  },
);

export const totpBody = described(
  'SecondFactorCode',
  'A code of the second factor.',
  z.strictObject({ code: secondFactorCodeSchema }),
  { code: 'The six digits that the app shows; to remove the second factor, also a recovery code.' },
);

export const secondFactorSchema = described(
  'SecondFactor',
  'Whether the person has a second factor.',
  z.strictObject({ second_factor: z.boolean() }),
  { second_factor: 'Whether logins of the person need a second factor.' },
);

const requireSecondFactor = {
  require_second_factor: 'Whether members need a second factor. One who has none can do nothing here but set it up.',
} as const;

export const setMemberSettingsBody = described(
  'SetMemberSettings',
  'What the organization is to require of its members.',
  z.strictObject({ require_second_factor: z.boolean() }),
  requireSecondFactor,
);

export const memberSettingsSchema = described(
  'MemberSettings',
  'What the organization requires of its members.',
  z.strictObject({ require_second_factor: z.boolean() }),
  requireSecondFactor,
);
