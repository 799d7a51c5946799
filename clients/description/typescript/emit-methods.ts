import type { Method, Model, Resource } from '../model/model.ts';
import { comment } from './text.ts';

const TEXT =
  'The methods of the client, one a line, as `methods.ts` reads them: name, verb, path, and marks. In a path `@` is the identity and `:` an id that the caller passes. Marks: `p` takes parameters; `>noun` is a list with its rows under the noun, `>noun.field` one that is continued at another field than `created_at`, `>noun.` one of a single page; `?field` and `#field` name the identity in the query and in the body; `!field` is a secret that is shown once.';

/** The table of the methods, as small as it can be: it is a fifth of the library. */
export function emitMethods({ client }: Model): string {
  return `${comment(TEXT)}export const METHODS = \`${linesOf(client).join('\n')}\`;\n`;
}

function linesOf({ path, methods, resources }: Resource): string[] {
  return [...methods.map((method) => lineOf([...path, method.name], method)), ...resources.flatMap(linesOf)];
}

function lineOf(name: readonly string[], method: Method): string {
  const { verb, body, query, page, identity, secret } = method;
  checkRules(method);
  const cursor = page?.cursor ?? '';
  return [
    name.join('.'),
    verb,
    pathOf(method),
    ...(body !== undefined || query.length > 0 ? ['p'] : []),
    ...(page === undefined ? [] : [`>${page.items}${cursor === 'created_at' ? '' : `.${cursor}`}`]),
    ...(identity === undefined || identity.in === 'path'
      ? []
      : [`${identity.in === 'query' ? '?' : '#'}${identity.name}`]),
    ...(secret === undefined ? [] : [`!${secret}`]),
  ].join(' ');
}

function pathOf({ path, identity }: Method): string {
  const named = identity?.in === 'path' ? path.replace(`{${identity.name}}`, '@') : path;
  return named.replace(/^\/v1/, '').replace(/\{\w+\}/g, ':');
}

/** What the table leaves out because it follows from the verb. */
function checkRules({ operation, verb, path, idempotent, body, query, identity }: Method): void {
  if (!path.startsWith('/v1/')) throw new Error(`${operation}: its path is not below /v1`);
  if (idempotent !== (verb !== 'GET')) throw new Error(`${operation}: ${verb} decides whether a call has a key`);
  if (verb === 'GET' || verb === 'DELETE') {
    if (body !== undefined) throw new Error(`${operation}: ${verb} with a body`);
  } else if (query.some(({ name }) => identity?.in !== 'query' || identity.name !== name)) {
    throw new Error(`${operation}: ${verb} with a query`);
  }
}
