import { z } from 'zod';

export const healthSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' });

export const descriptionSchema = z.looseObject({ openapi: z.string() }).meta({ id: 'Description' });
