import type { z } from 'zod';

/** Fields that mean the same in every record. The generated description has one text for each. */
export type CommonField = 'created_at' | 'updated_at';

/**
 * One sentence for each field of an object: a field without one does not compile. `null` where the schema of the field
 * has a name, and with it a text, that says all there is to say.
 */
export type FieldTexts<S extends z.ZodObject> = {
  readonly [F in Exclude<keyof S['shape'] & string, CommonField>]: string | null;
} & { readonly [F in CommonField]?: string };

/**
 * Gives an object the name and the texts that the generated description and its clients know it by. The texts are data
 * of the object, not of its fields: a clone of each field's schema would be paid for at every cold start.
 *
 * `rules` are keywords of JSON Schema for what zod's own cannot say, see `contract/schemas/rules.ts`.
 */
export function described<S extends z.ZodObject>(
  id: string,
  description: string,
  schema: S,
  fields: FieldTexts<S>,
  rules?: Readonly<Record<string, unknown>>,
): S {
  return schema.meta({ id, description, fields, ...(rules && { override: { ...rules } }) });
}

/** The same for the parameters of a query, which are no object in the description and need no name. */
export function explained<S extends z.ZodObject>(schema: S, fields: Omit<FieldTexts<S>, 'limit' | 'before'>): S {
  return schema.meta({ fields });
}
