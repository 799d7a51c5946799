import { z } from 'zod';
import { described } from '#shared/domain/described.ts';
import { errorDetailSchema } from './error.ts';

export const healthSchema = described('Health', 'The service works.', z.strictObject({ status: z.literal('ok') }), {
  status: 'Always `ok`.',
});

export const unavailableSchema = described(
  'Unavailable',
  'The database does not respond.',
  z.strictObject({ status: z.literal('unavailable'), error: errorDetailSchema }),
  { status: 'Always `unavailable`.', error: null },
);

export const descriptionSchema = described(
  'Description',
  'An OpenAPI document.',
  z.looseObject({ openapi: z.string() }),
  { openapi: 'The version of OpenAPI.' },
);
