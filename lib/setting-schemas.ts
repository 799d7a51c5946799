import { z } from 'zod';

/** A whole number as text, without a default. */
export const wholeNumberBetween = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `expected a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `expected a whole number from ${from} to ${to}`);

/** A whole number as text, with a default. */
export const wholeNumber = (from: number, to: number, fallback: number) =>
  wholeNumberBetween(from, to).default(fallback);

/** An http or https address, without a slash at its end. */
export const address = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

/** A JSON text that holds a value of `schema`. */
export const jsonOf = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'expected JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** Values with commas between them; none by default. */
export const listOf = <S extends z.ZodType<unknown, string>>(item: S) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item))
    .default([]);
