import { z } from 'zod';
import { LocalRefusal } from '../gateway/local-routes.ts';

/** The body of a request to a page of this machine. Throws a `LocalRefusal` that says what is wrong with it. */
export function parsedBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const { success, data, error } = schema.safeParse(body);
  if (!success) throw new LocalRefusal(z.prettifyError(error));
  return data;
}
