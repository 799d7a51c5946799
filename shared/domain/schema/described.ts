import type { z } from 'zod';

/** Fields with the same meaning in every record. The generated description has one text for each. */
export type CommonField = 'created_at' | 'updated_at';

type PageField = 'limit' | 'before';

/**
 * One sentence for each field of an object. A field without one does not compile. `null` means that the named schema of
 * the field has a sufficient text, or that the field has one possible value, which needs none.
 */
export type FieldTexts<S extends z.ZodObject> = {
  readonly [F in Exclude<keyof S['shape'] & string, CommonField>]: string | null;
} & { readonly [F in CommonField]?: string };

/**
 * Gives an object schema the name and the texts that the generated description uses. The texts are stored with the
 * object and not with its fields, because that would clone the schema of each field at every cold start.
 *
 * `rules` are keywords of JSON Schema for constraints that zod cannot express, see `contract/schemas/rules.ts`.
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

/**
 * Describes query parameters. The description has no object for them, so they need no name. The parameters of pages
 * have a text of their own, unless one is given.
 */
export function explained<S extends z.ZodObject>(
  schema: S,
  fields: Omit<FieldTexts<S>, PageField> & { readonly [F in PageField]?: string },
): S {
  return schema.meta({ fields });
}
