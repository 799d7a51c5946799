import type { z } from 'zod';

/** An example for a named schema. */
export interface SchemaExample {
  /** The name of the schema's component. */
  readonly id: string;
  readonly value: unknown;
  /** Whether it has only some of the fields, because the others refer to schemas with their own examples. */
  readonly partial?: true;
}

/** Declares examples of some fields of a schema. */
export function fieldExamples<S extends z.ZodType>(schema: S, value: Partial<z.input<S>>): SchemaExample {
  return { ...example(schema, value as z.input<S>), partial: true };
}

/** Declares the example of a schema of a reply or delivery. */
export function example<S extends z.ZodType>(schema: S, value: z.input<S>): SchemaExample {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error('an example of a schema without a name');
  return { id, value };
}
