import type { z } from 'zod';

/** An example of what a schema with a name describes. */
export interface SchemaExample {
  /** The name of the schema's component. */
  readonly id: string;
  readonly value: unknown;
  /** Whether it has some fields only: what the others refer to has examples of its own. */
  readonly partial?: true;
}

/** Declares examples of some fields of a schema. */
export function fieldExamples<S extends z.ZodType>(schema: S, value: Partial<z.input<S>>): SchemaExample {
  return { ...example(schema, value as z.input<S>), partial: true };
}

/** Declares the example of a schema that replies or deliveries consist of. */
export function example<S extends z.ZodType>(schema: S, value: z.input<S>): SchemaExample {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error('an example of a schema without a name');
  return { id, value };
}
