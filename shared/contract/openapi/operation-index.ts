import type { Json } from './json.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** An operation of a description with its method and path. */
export interface PlacedOperation {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: Json;
}

/** The operations of a description, in its order. */
export function operationsIn({ paths }: Json): PlacedOperation[] {
  return Object.entries(paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

/**
 * One line for each operation of a description, by tag, path and method: its name, and what its title says in addition
 * (`getMe: actor` for "Get the actor", `createContact` for "Create a contact"). A reader with limited context finds the
 * operations here, and then reads those that it needs by tag.
 */
export function operationIndex(document: Json): Json {
  const { openapi, info, servers } = document;
  const { title, version } = info as Json;
  const tags: Record<string, Record<string, Record<string, string>>> = {};
  for (const { path, method, operation } of operationsIn(document)) {
    const [tag = ''] = operation.tags as string[];
    const paths = tags[tag] ?? {};
    paths[path] = { ...paths[path], [method]: lineOf(operation) };
    tags[tag] = paths;
  }
  return { openapi, info: { title, version, description: 'Details: `?tag=`' }, servers, tags };
}

/** The name of an operation, and its title where that says more, without the verb that both begin with. */
function lineOf({ operationId, summary }: Json): string {
  const words = String(summary).replace(/\b(?:an?|the) /gi, '');
  const isSame = words.replaceAll(/[ -]/g, '').toLowerCase() === String(operationId).toLowerCase();
  if (isSame) return String(operationId);
  const [verb = ''] = words.split(' ');
  const begins = String(operationId).toLowerCase().startsWith(verb.toLowerCase());
  return `${operationId}: ${begins ? words.slice(verb.length + 1) : words}`;
}
