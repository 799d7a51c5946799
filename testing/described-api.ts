import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { description } from '#shared/contract/openapi/description.ts';
import type { Route } from '#shared/contract/route.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that a client gets
export type Json = any;

/** The description as a client gets it, for any address. */
export const DOCUMENT: Json = JSON.parse(JSON.stringify(description()));

const DOCUMENT_ID = 'https://api.example.com/v1/openapi.json';

/**
 * Keywords of OpenAPI and of the project that restrict no value. The rest of a `schema` is JSON Schema 2020-12. Each
 * component is compiled once and not into every schema that refers to it: to compile takes longer than to validate.
 */
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
// Formats are checked in replies only. In a request, a format describes what a client should send.
ajv.addFormat('password', true);
ajv.addSchema(DOCUMENT, DOCUMENT_ID);

/** The part of the document that a reference points to. */
export function resolve(reference: string): Json {
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json>((value, part) => value?.[part], DOCUMENT);
}

/** Resolves a reference; returns any other value unchanged. */
export function resolved(value: Json): Json {
  return typeof value?.$ref === 'string' ? resolved(resolve(value.$ref)) : value;
}

/** An operation in the description, with the parameters that it shares with the others of its path. */
export function describedOperation({ path, method }: Pick<Route, 'path' | 'method'>): Json {
  const { parameters: shared = [], [method.toLowerCase()]: operation } = DOCUMENT.paths[path] ?? {};
  return operation && { ...operation, parameters: [...shared, ...(operation.parameters ?? [])] };
}

/** Whether an operation takes a header that makes it safe to retry. */
export function isDescribedIdempotent(operation: Json): boolean {
  return operation.parameters.map(resolved).some(({ name }: Json) => name === 'idempotency-key');
}

const validators = new WeakMap<object, ValidateFunction>();
const validatorsByText = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const compile = () => ajv.compile(JSON.parse(text.replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT_ID}#/`)));
  const validate = validatorsByText.get(text) ?? compile();
  validatorsByText.set(text, validate);
  validators.set(schema, validate);
  return validate;
}

/** The errors of a value under a schema of the document; empty if it is valid. */
export function problemsOf(schema: Json, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

/** The example of a schema: its own, or one composed from the examples of its parts. `undefined` if there is none. */
export function exampleOf(schema: Json): unknown {
  const { $ref, examples, allOf, anyOf, properties, items } = schema;
  if ($ref !== undefined) return exampleOf(resolve($ref));
  if (examples !== undefined) return examples[0];
  if (allOf !== undefined) return Object.assign({}, ...allOf.map(exampleOf));
  if (anyOf !== undefined) return exampleOf(anyOf[0]);
  if (items !== undefined) return [exampleOf(items)];
  if (properties === undefined) return undefined;
  return Object.fromEntries(Object.entries<Json>(properties).map(([name, property]) => [name, exampleOf(property)]));
}
