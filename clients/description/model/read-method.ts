import { isJson, type Json, objectAt, objectsAt, resolved, textAt, textsAt } from './description.ts';
import type { Body, IdentityParameter, Method, Page, Parameter, TypeExpression } from './model.ts';
import { readExpression } from './read-expression.ts';

/** An operation and where it is in the description. */
interface Operation {
  readonly path: string;
  /** What the description has at the path: parameters of all its operations among other things. */
  readonly item: Json;
  readonly verb: string;
  readonly operation: Json;
}

/** The method that calls an operation. */
export function readMethod(description: Json, { path, item, verb, operation }: Operation): Method {
  const marker = objectAt(operation, 'x-aid-sdk');
  const all = [...objectsAt(item, 'parameters'), ...objectsAt(operation, 'parameters')].map((one) =>
    resolved(description, one),
  );
  const query = readParameters(all, 'query');
  const body = readBody(description, operation);
  const reply = readReply(description, operation);
  const page = readPage(description, operation);
  const identity = readIdentity(description, marker, { path, query, body });
  const secret = textAt(operation, 'x-aid-secret');
  const wait = objectAt(operation, 'x-aid-wait');
  return {
    name: textAt(marker, 'method'),
    operation: textAt(operation, 'operationId'),
    title: textAt(operation, 'summary'),
    text: textAt(operation, 'description'),
    verb: verb.toUpperCase() as Method['verb'],
    path,
    pathParameters: inOrderOf(path, readParameters(all, 'path')),
    query,
    ...(body && { body }),
    ...(reply && { reply }),
    ...(page && { page }),
    ...(identity && { identity }),
    idempotent: marker.idempotent === true,
    auth: authOf(description, operation),
    ...(secret !== '' && { secret }),
    ...(typeof wait.max_ms === 'number' && {
      wait: { maxMs: wait.max_ms, ...(typeof wait.parameter === 'string' && { parameter: wait.parameter }) },
    }),
    errors: textsAt(operation, 'x-aid-errors'),
  };
}

function readParameters(parameters: readonly Json[], place: string): Parameter[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => ({
      name: textAt(parameter, 'name'),
      type: readExpression(objectAt(parameter, 'schema'), textAt(parameter, 'name')),
      required: parameter.required === true,
      text: textAt(parameter, 'description'),
    }));
}

function inOrderOf(path: string, parameters: readonly Parameter[]): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const found = parameters.find((parameter) => parameter.name === name);
    if (found === undefined) throw new Error(`${path}: nothing is said of {${name}}`);
    return found;
  });
}

function readBody(description: Json, operation: Json): Body | undefined {
  if (operation.requestBody === undefined) return undefined;
  const body = resolved(description, objectAt(operation, 'requestBody'));
  const schema = jsonSchemaOf(body);
  if (schema === undefined) throw new Error(`${operation.operationId}: its body is not JSON`);
  return { type: readExpression(schema, textAt(operation, 'operationId')), required: body.required === true };
}

/** The reply of any success. Several different ones are a choice. */
function readReply(description: Json, operation: Json): TypeExpression | undefined {
  const replies = new Map<string, TypeExpression>();
  for (const [status, given] of Object.entries(objectAt(operation, 'responses'))) {
    const schema = Number(status) < 300 && isJson(given) ? jsonSchemaOf(resolved(description, given)) : undefined;
    if (schema === undefined) continue;
    const reply = readExpression(schema, textAt(operation, 'operationId'));
    replies.set(JSON.stringify(reply), reply);
  }
  const [first, ...others] = replies.values();
  return first === undefined || others.length === 0 ? first : { kind: 'one-of', of: [first, ...others] };
}

function jsonSchemaOf(message: Json): Json | undefined {
  const content = objectAt(message, 'content');
  return content['application/json'] === undefined
    ? undefined
    : objectAt(objectAt(content, 'application/json'), 'schema');
}

function readPage(description: Json, operation: Json): Page | undefined {
  const items = textAt(objectAt(operation, 'x-aid-sdk'), 'page');
  if (items === '') return undefined;
  const [reply] = Object.entries(objectAt(operation, 'responses')).filter(([status]) => Number(status) < 300);
  const list = resolved(description, jsonSchemaOf(resolved(description, (reply?.[1] ?? {}) as Json)) ?? {});
  const rows = readExpression(objectAt(objectAt(list, 'properties'), items), items);
  if (rows.kind !== 'list') throw new Error(`${operation.operationId}: ${items} is no list`);
  const { cursor = 'created_at', forwards } = objectAt(operation, 'x-aid-pagination');
  return {
    items,
    row: rows.of,
    ...(operation['x-aid-pagination'] !== undefined && { cursor: String(cursor) }),
    ...(forwards !== undefined && { forwards: String(forwards) }),
  };
}

function readIdentity(
  description: Json,
  marker: Json,
  { path, query, body }: { path: string; query: readonly Parameter[]; body: Body | undefined },
): IdentityParameter | undefined {
  const name = textAt(marker, 'identity');
  if (name === '') return undefined;
  if (path.includes(`{${name}}`)) return { in: 'path', name };
  if (query.some((parameter) => parameter.name === name)) return { in: 'query', name };
  if (body?.type.kind === 'reference') {
    const object = resolved(description, { $ref: `#/components/schemas/${body.type.name}` });
    if (name in objectAt(object, 'properties')) return { in: 'body', name };
  }
  throw new Error(`${path}: nothing is called ${name}`);
}

function authOf(description: Json, operation: Json): Method['auth'] {
  const security =
    operation.security === undefined ? objectsAt(description, 'security') : objectsAt(operation, 'security');
  const schemes = security.flatMap((one) => Object.keys(one));
  if (schemes.length === 0) return 'none';
  if (!schemes.includes('agentKey')) return 'org';
  return schemes.includes('orgKey') ? 'any' : 'agent';
}
