import { z } from 'zod';

/** Any JSON object, kept and returned as it was given. */
export const jsonObjectSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'JsonObject', description: 'Any JSON object. The service stores it unchanged.' });
