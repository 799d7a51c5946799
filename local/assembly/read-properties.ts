import { z } from 'zod';
import type { Resource } from './assembly.ts';

/**
 * The properties of a resource that the local profile uses, checked by their schema. A template that the local profile
 * cannot read fails at start, with an error that names the resource and the property, rather than where the value is
 * used.
 */
export function readProperties<T>({ logicalId, type, properties }: Resource, schema: z.ZodType<T>): T {
  const { data, error } = schema.safeParse(properties);
  if (error === undefined) return data;
  throw new Error(`template: ${type} ${logicalId} has unexpected properties: ${z.prettifyError(error)}`);
}
