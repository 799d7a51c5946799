import type { z } from 'zod';

/**
 * A body signature that replaces the API key, because the sender is a provider account or a topic. The operation
 * verifies the signature over the raw bytes before parsing anything, and ignores the content type.
 */
export interface Signed {
  /** Headers that carry the signature; optional, because each form of the body is signed differently. */
  readonly headers: z.ZodObject;
  /** Other forms of the body, by the content type that their senders use. */
  readonly alternateBodies: Readonly<Record<string, z.ZodType>>;
}
