import { eachObject, isObject, type Json } from './json.ts';
import { operationsIn } from './operation-index.ts';

/** The prefix of a reference to a component, in `$ref` and in the mapping of a discriminator. */
const COMPONENTS = '#/components/';

/**
 * The part of a description with the operations of one tag, and the components that they reach. It is a valid
 * description in itself: links to operations of other tags are omitted.
 */
export function partOfTag(whole: Json, tag: string): Json {
  const document = structuredClone(whole);
  const paths = itemsOfTag(document.paths as Record<string, Json>, tag);
  const webhooks = itemsOfTag(document.webhooks as Record<string, Json>, tag);
  const names = new Set(operationsIn({ paths }).map(({ operation }) => operation.operationId));
  eachObject(document, (object) => keepLinksTo(names, object));
  const components = document.components as Record<string, Json>;
  const { securitySchemes } = components;
  const reached = reachedFrom([paths, webhooks, document['x-aid-headers']], components);
  return {
    ...document,
    tags: (document.tags as Json[]).filter(({ name }) => name === tag),
    paths,
    webhooks,
    components: { ...reached, securitySchemes },
  };
}

/** Paths or webhooks with their operations of the tag. What the operations of a path share stays. */
function itemsOfTag(items: Readonly<Record<string, Json>>, tag: string): Json {
  const isOther = (part: unknown) => isObject(part) && !(part.tags as string[]).includes(tag);
  const kept = Object.entries(items).map(
    ([name, item]) => [name, Object.entries(item).filter(([, part]) => !isOther(part))] as const,
  );
  return Object.fromEntries(
    kept
      .filter(([, parts]) => parts.some(([, part]) => isObject(part)))
      .map(([name, parts]) => [name, Object.fromEntries(parts)]),
  );
}

/** Removes the links of a response to other operations than these. */
function keepLinksTo(operations: ReadonlySet<unknown>, response: Json): void {
  const { links } = response;
  if (!isObject(links)) return;
  const found = Object.entries(links as Record<string, Json>);
  // A schema may have a field with this name.
  if (!found.every(([, { operationId }]) => operationId !== undefined)) return;
  const kept = found.filter(([, { operationId }]) => operations.has(operationId));
  if (kept.length === 0) delete response.links;
  else response.links = Object.fromEntries(kept);
}

/** The components that these values refer to, directly and through others, in the order of the document. */
function reachedFrom(values: readonly unknown[], components: Readonly<Record<string, Json>>): Record<string, Json> {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && value.startsWith(COMPONENTS) && !reached.has(value)) {
      reached.add(value);
      const [section = '', name = ''] = value.slice(COMPONENTS.length).split('/');
      visit(components[section]?.[name]);
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  values.forEach(visit);
  const sections = Object.entries(components).map(([section, members]): [string, Json] => {
    const kept = Object.entries(members).filter(([name]) => reached.has(`${COMPONENTS}${section}/${name}`));
    return [section, Object.fromEntries(kept)];
  });
  return Object.fromEntries(sections.filter(([, members]) => Object.keys(members).length > 0));
}
