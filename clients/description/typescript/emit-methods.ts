import type { Method, Model, Resource } from '../model/model.ts';
import { sensitiveField } from '../model/sensitive-field.ts';
import { comment } from './text.ts';

const TEXT =
  'The methods of the client, in the format that `method-table.ts` reads. Each line has a resource with its dot, its path, and its methods. For a method, only what its name does not imply is given: `=VERB`, the rest of the path, and marks. In a path `@` is the identity and `:` an id that the caller passes. By their names, `list` and `get` are `GET`, `update` is `PATCH`, `delete` is `DELETE`, and all others are `POST`; `list` and `create` have the path of the resource, the other three `/:` after it, and all others `/:/` and their name; `list`, `create` and `update` take parameters. Marks: `+` inverts the rule about parameters; `>noun` is a list with its rows under the noun, `>noun.field` one that is paged by a field other than `created_at`, `>noun.` one with a single page, `>noun.field.since` one that is oldest first where it is given the parameter `since`, and continues with it; a `list` without a noun uses that of its path; `?` and `#` say that the query or the body names the identity, in the field that follows or else in `identity_id`; `!field` is a secret, which consoles do not print.';

/** The table of methods, as compact as possible: it is a tenth of the SDK. */
export function emitMethods({ client }: Model): string {
  return `${comment(TEXT)}export const METHODS = \`${linesOf(client).join('\n')}\`;\n`;
}

function linesOf({ path, methods, resources }: Resource): string[] {
  const base = baseOf(methods);
  const name = path.map((word) => `${word}.`).join('');
  const own = methods.length === 0 ? [] : [[name, base, ...methods.map((method) => textOf(method, base))].join(' ')];
  return [...own, ...resources.flatMap(linesOf)];
}

/** The path of a resource: that of its list, or else what the paths of its methods begin with. */
function baseOf(methods: readonly Method[]): string {
  const all = methods.find(({ name }) => OF_ALL.includes(name));
  if (all !== undefined) return pathOf(all);
  const [first = [], ...others] = methods.map((method) => pathOf(method).split('/'));
  const length = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  return first.slice(0, length < 0 ? -1 : length).join('/');
}

const OF_ALL = ['list', 'create'];
const USUAL_VERBS: Readonly<Record<string, string>> = { list: 'GET', get: 'GET', update: 'PATCH', delete: 'DELETE' };

function textOf(method: Method, base: string): string {
  const { name, verb, body, query, page, identity, operation } = method;
  checkRules(method);
  const usualPath = OF_ALL.includes(name) ? '' : USUAL_VERBS[name] === undefined ? `/:/${name}` : '/:';
  const path = pathOf(method).slice(base.length);
  if (!pathOf(method).startsWith(base) || (path === '' && usualPath !== '')) {
    throw new Error(`${operation}: its path is not below that of its resource`);
  }
  const takesParameters = body !== undefined || query.length > 0;
  const { items, cursor = '', forwards } = page ?? {};
  const ordered = cursor === 'created_at' && forwards === undefined ? [] : [cursor];
  const list = [items, ...ordered, ...(forwards === undefined ? [] : [forwards])].join('.');
  const usualList = name === 'list' ? base.replace(/.*\//, '').replace('-', '_') : undefined;
  if (name === 'list' && page === undefined) throw new Error(`${operation}: a list without pages`);
  const secret = sensitiveField(method);
  const field = identity === undefined || identity.in === 'path' ? undefined : identity.name;
  return [
    name,
    verb === (USUAL_VERBS[name] ?? 'POST') ? '' : `=${verb}`,
    path === usualPath ? '' : path,
    takesParameters === [...OF_ALL, 'update'].includes(name) ? '' : '+',
    page === undefined || list === usualList ? '' : `>${list}`,
    field === undefined ? '' : `${identity?.in === 'query' ? '?' : '#'}${field === 'identity_id' ? '' : field}`,
    secret === undefined ? '' : `!${secret}`,
  ].join('');
}

function pathOf({ path, identity }: Method): string {
  const named = identity?.in === 'path' ? path.replace(`{${identity.name}}`, '@') : path;
  return named.replace(/^\/v1/, '').replace(/\{\w+\}/g, ':');
}

/** Checks what the table leaves out because the verb implies it. */
function checkRules({ operation, verb, path, idempotent, body, query, identity }: Method): void {
  if (!path.startsWith('/v1/')) throw new Error(`${operation}: its path is not below /v1`);
  if (idempotent !== (verb !== 'GET')) throw new Error(`${operation}: ${verb} decides whether a call has a key`);
  if (verb === 'GET' || verb === 'DELETE') {
    if (body !== undefined) throw new Error(`${operation}: ${verb} with a body`);
  } else if (query.some(({ name }) => identity?.in !== 'query' || identity.name !== name)) {
    throw new Error(`${operation}: ${verb} with a query`);
  }
}
