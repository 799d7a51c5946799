import { isJson, type Json, objectAt, textAt } from './description.ts';
import type { Method, Model, Resource } from './model.ts';
import { referencesIn } from './read-expression.ts';
import { readMethod } from './read-method.ts';
import { readTypes, usedTypes } from './read-types.ts';

/** What SDKs need in addition to what their methods refer to: the bodies of deliveries and of errors. */
const OTHER_REPLIES = ['WebhookBody', 'Event', 'ErrorBody'];

/**
 * The model of a description of the service, as `GET /v1/openapi.json` returns it. Throws on a description that it
 * cannot read whole: without `x-aid-sdk`, of another version of OpenAPI, or with a schema that the model has no words
 * for.
 */
export function readModel(description: unknown): Model {
  if (!isJson(description) || !textAt(description, 'openapi').startsWith('3.1.')) {
    throw new Error('not a description in OpenAPI 3.1');
  }
  const methods = Object.entries(objectAt(description, 'paths')).flatMap(([path, item]) =>
    isJson(item) ? readMethods(description, path, item) : [],
  );
  if (methods.length === 0) throw new Error('no operation of the description has x-aid-sdk');
  const types = readTypes(description);
  return {
    version: textAt(objectAt(description, 'info'), 'version'),
    client: resourceOf([], methods),
    types: usedTypes(types, {
      request: methods.flatMap(({ method }) => [
        ...(method.body === undefined ? [] : referencesIn(method.body.type)),
        ...[...method.query, ...method.pathParameters].flatMap(({ type }) => referencesIn(type)),
      ]),
      reply: [
        ...methods.flatMap(({ method }) => (method.reply === undefined ? [] : referencesIn(method.reply))),
        ...OTHER_REPLIES,
      ],
    }),
  };
}

/** A method and the path of its resource. */
interface Placed {
  readonly resource: string;
  readonly method: Method;
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

function readMethods(description: Json, path: string, item: Json): Placed[] {
  return VERBS.flatMap((verb) => {
    const operation = item[verb];
    if (!isJson(operation) || operation['x-aid-sdk'] === undefined) return [];
    const resource = textAt(objectAt(operation, 'x-aid-sdk'), 'resource');
    return [{ resource, method: readMethod(description, { path, item, verb, operation }) }];
  });
}

/** The resource at a path with all that is below it, in the order of their names. */
function resourceOf(path: readonly string[], methods: readonly Placed[]): Resource {
  const prefix = path.join('.');
  const below = methods
    .map(({ resource }) => resource)
    .filter((resource) => resource !== '' && (prefix === '' || resource.startsWith(`${prefix}.`)))
    .map((resource) => resource.split('.')[path.length] ?? '');
  return {
    name: path.at(-1) ?? '',
    path,
    methods: methods.filter(({ resource }) => resource === prefix).map(({ method }) => method),
    resources: [...new Set(below)].sort().map((name) => resourceOf([...path, name], methods)),
  };
}
