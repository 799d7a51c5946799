import type { Route } from '../route.ts';
import { countOf, pascal } from './components.ts';
import { isObject, type Json } from './json.ts';
import { pathParameter } from './parameters.ts';

/** An operation of the description with its route. */
export interface Described {
  readonly route: Route;
  readonly operation: Json;
}

type Schemas = Readonly<Record<string, Json>>;

/** The operations on one item, which the last parameter of their paths names. */
interface Item {
  readonly collection: string;
  readonly parameter: string;
  readonly routes: Route[];
}

/** The path of an item: the collection, the parameter, and what to do with the item or to read of it. */
const ITEM_PATH = /^(?<collection>.+)\/\{(?<parameter>\w+)\}(?<action>\/[\w-]+)?$/;

/**
 * Adds `links` to each reply that has the id of an item, to the operations that read, change or delete the item. They
 * are derived from the paths: `POST /v1/contacts` returns what `/v1/contacts/{id}` names. In other replies, a field
 * such as `thread_id` links to the operation that reads the thread. Parameters of an enclosing resource are those of
 * the request. The links are not components, because few are used twice, and a reference is just as long.
 *
 * See: OpenAPI 3.1, section 4.8.20.
 */
export function linkReplies(operations: readonly Described[], schemas: Schemas): void {
  const items = itemsOf(operations.map(({ route }) => route));
  const collections = new Map(operations.flatMap((one) => thingsOf(one, items, schemas)));
  const users = countOf(operations.flatMap(({ operation }) => repliesOf(operation).map(({ schema }) => schema)));
  for (const { route, operation } of operations) {
    for (const { response, schema } of repliesOf(operation)) {
      const ids = idsOf(schema, schemas);
      const own = items.get(collections.get(baseOf(schema, schemas)) ?? '');
      // Operations with equal replies share them, links included. Otherwise an operation has no link to itself.
      const isShared = (users.get(JSON.stringify(schema)) ?? 0) > 1;
      const links =
        own !== undefined && ids.includes('id')
          ? own.routes.filter(({ name }) => isShared || name !== route.name).map((to) => linkTo(route, own, to, 'id'))
          : ids.flatMap((field) => [...items.values()].map((item) => readLink(route, item, field)));
      const all: Json = Object.assign({}, ...links);
      if (Object.keys(all).length > 0) response.links = all;
    }
  }
}

/** The link to the operation that reads an item which a field names; none if the field names another kind of thing. */
function readLink(from: Route, item: Item, field: string): Json {
  const target = item.routes.find(({ method, path }) => method === 'GET' && path.endsWith('}'));
  if (target === undefined || pathParameter(target.path, item.parameter).component !== pascal(field)) return {};
  return linkTo(from, item, target, field);
}

/** The link to an operation on an item; none if its path names an enclosing resource that the request did not name. */
function linkTo(from: Route, { parameter }: Item, target: Route, field: string): Json {
  const outer = [...target.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).slice(0, -1);
  if (outer.some((name) => !from.path.includes(`{${name}}`))) return {};
  const parameters = {
    ...Object.fromEntries(outer.map((name) => [name, `$request.path.${name}`])),
    [parameter]: `$response.body#/${field}`,
  };
  return { [target.name]: { operationId: target.name, parameters } };
}

/** The items by the path of their collection. */
function itemsOf(routes: readonly Route[]): ReadonlyMap<string, Item> {
  const items = new Map<string, Item>();
  for (const route of routes) {
    const { collection = '', parameter = '', action } = ITEM_PATH.exec(route.path)?.groups ?? {};
    const isCollection = routes.some(({ path }) => path.startsWith(`${route.path}/{`));
    // The protocol appends the action to the id: `POST …/tasks/{task}:cancel`.
    const isUnnamedAction = route.method === 'POST' && action === undefined;
    if (collection === '' || isCollection || isUnnamedAction) continue;
    const item = items.get(collection) ?? { collection, parameter, routes: [] };
    item.routes.push(route);
    items.set(collection, item);
  }
  return items;
}

/** The reply schemas of operations on a collection or its items, each with the path of the collection. */
function thingsOf(
  { route, operation }: Described,
  items: ReadonlyMap<string, Item>,
  schemas: Schemas,
): [schema: string, collection: string][] {
  const { collection = '', action } = ITEM_PATH.exec(route.path)?.groups ?? {};
  if (action !== undefined && !items.has(route.path)) return [];
  const path = items.has(route.path) ? route.path : collection;
  return repliesOf(operation).map(({ schema }) => [baseOf(schema, schemas), path]);
}

/** The successful replies of an operation in JSON, each with the name of its schema. */
function repliesOf(operation: Json): { response: Json; schema: string }[] {
  return Object.entries(operation.responses as Record<string, Json>).flatMap(([status, response]) => {
    if (!(Number(status) < 300)) return [];
    const contents = Object.entries((response.content ?? {}) as Record<string, Json>);
    const [, json] = contents.find(([type]) => type.endsWith('json')) ?? [];
    const name = nameOf(json?.schema);
    return name === undefined ? [] : [{ response, schema: name }];
  });
}

function nameOf(schema: unknown): string | undefined {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return undefined;
  return schema.$ref.split('/').at(-1);
}

/** The schema that this one extends, or itself. */
function baseOf(name: string, schemas: Schemas): string {
  const base = nameOf((schemas[name]?.allOf as Json[] | undefined)?.[0]);
  return base === undefined ? name : baseOf(base, schemas);
}

/** The fields of an object that always contain an id, including inherited ones. */
function idsOf(name: string, schemas: Schemas): string[] {
  const parts = [schemas[name] ?? {}, ...((schemas[name]?.allOf ?? []) as Json[])];
  return parts.flatMap((part) => {
    const base = nameOf(part);
    if (base !== undefined) return idsOf(base, schemas);
    const properties = (part.properties ?? {}) as Record<string, Json>;
    const required = (part.required ?? []) as string[];
    return required.filter((field) => /^(?:\w+_)?id$/.test(field) && properties[field]?.type === 'string');
  });
}
