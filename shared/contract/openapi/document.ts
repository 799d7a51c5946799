import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { VERSION } from '#shared/domain/stage/release.ts';
import { TAGS } from '../groups.ts';
import type { Route } from '../route.ts';
import { eventBaseSchema } from '../schemas/event.ts';
import {
  agentContextSchema,
  mailContextSchema,
  webhookBaseSchema,
  webhookBodySchema,
} from '../schemas/webhook-body.ts';
import { ROUTES } from '../table.ts';
import { EXAMPLES } from './all-examples.ts';
import { Components, countOf } from './components.ts';
import { composeExtensions } from './extensions.ts';
import { HEADERS, REPLY_HEADERS } from './headers.ts';
import { INTRODUCTION } from './introduction.ts';
import { eachObject, type Json } from './json.ts';
import { linkReplies } from './links.ts';
import { NAMES, operationOf } from './operations.ts';
import { parameterRefs } from './parameters.ts';
import { finishSchema, SCHEMA_OPTIONS, shareCommonFields } from './schemas.ts';
import { DEFAULT_SECURITY, SECURITY_SCHEMES } from './security.ts';
import { WEBHOOKS } from './webhooks.ts';

/** Placeholder for the address of the service, which is known only during a request. */
const ADDRESS = '{address}';

/** Schemas that no operation refers to. */
const OTHERS = [eventBaseSchema, webhookBaseSchema, agentContextSchema, mailContextSchema, webhookBodySchema];

/**
 * A temporary path that turns its schemas into components. Schemas that are registered by hand would also count as
 * requests.
 */
const UNLISTED = '/unlisted';

function unlistedSchemas() {
  const content = Object.fromEntries(OTHERS.map((schema, index) => [`unlisted/${index}`, { schema }]));
  return { get: { responses: { '200': { description: '', content } } } };
}

/** The description of the service, generated from the route table, with a placeholder for its address. */
export function makeDocument(): Json {
  // Component names depend on this order, which therefore must not depend on the order in which modules load.
  const routes = [...ROUTES].sort((one, other) => placeOf(one).localeCompare(placeOf(other), 'en'));
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Agent identity and messaging service', version: VERSION, description: INTRODUCTION },
      servers: [{ url: ADDRESS }],
      security: DEFAULT_SECURITY,
      tags: Object.values(TAGS),
      paths: { ...pathsOf(routes), [UNLISTED]: unlistedSchemas() },
      webhooks: WEBHOOKS,
      'x-aid-headers': REPLY_HEADERS,
      components: {
        headers: HEADERS,
        securitySchemes: SECURITY_SCHEMES,
      },
    },
    SCHEMA_OPTIONS,
  );
  return finish(JSON.parse(plainApostrophes(JSON.stringify(document))) as Json, routes);
}

/** The typographic apostrophe takes three bytes, and the document has hundreds of them. */
export function plainApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}

/** Paths outside `/v1/` come last, so that the components of all others keep their order. */
const placeOf = ({ path, method }: Route) => `${path.startsWith('/v1/') ? 0 : 1} ${path} ${METHODS.indexOf(method)}`;
const METHODS: readonly Route['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths as ZodOpenApiPathsObject;
}

/** Moves repeated values into components. */
function finish(document: Json, routes: readonly Route[]): Json {
  eachObject(document, finishSchema);
  delete (document.paths as Json)[UNLISTED];
  const schemas = (document.components as Json).schemas as Record<string, Json>;
  composeExtensions(schemas);
  shareCommonFields(schemas);
  addExamples(schemas);
  const paths = document.paths as Record<string, Record<string, Json>>;
  const all = routes.map((route) => ({ route, operation: paths[route.path]?.[route.method.toLowerCase()] as Json }));
  const parameters = new Components('parameters');
  const responses = new Components('responses');
  linkReplies(all, schemas);
  const counts = countOf(
    all.flatMap(({ operation }) => Object.values(operation.responses as Record<string, Json>).map(unnamed)),
  );
  for (const { route, operation } of all) {
    if (Array.isArray(operation.parameters)) {
      operation.parameters = parameterRefs(route, operation.parameters, parameters);
    }
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses as Record<string, Json>).map(([status, given]) => {
        const response = unnamed(given);
        const shared = !(Number(status) < 400) || (counts.get(JSON.stringify(response)) ?? 0) > 1;
        return [status, shared ? responses.ref(response, given[NAMES] as string[]) : response];
      }),
    );
  }
  document.paths = Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withSharedParameters(item)]));
  const components = document.components as Json;
  document.components = { ...components, parameters: parameters.values, responses: responses.values };
  return document;
}

/** Moves the parameters that all operations of a path share to the path. */
function withSharedParameters(item: Readonly<Record<string, Json>>): Json {
  const operations = Object.values(item);
  const lists = operations.map(({ parameters }) => ((parameters ?? []) as Json[]).map(({ $ref }) => $ref));
  const shared = (lists[0] ?? []).filter(($ref) => lists.every((list) => list.includes($ref)));
  if (operations.length < 2 || shared.length === 0) return item;
  for (const operation of operations) {
    const own = (operation.parameters as Json[]).filter(({ $ref }) => !shared.includes($ref));
    if (own.length > 0) operation.parameters = own;
    else delete operation.parameters;
  }
  return { parameters: shared.map(($ref) => ({ $ref })), ...item };
}

function addExamples(schemas: Record<string, Json>): void {
  for (const { id, value, partial } of EXAMPLES) {
    const schema = schemas[id];
    if (schema === undefined) throw new Error(`an example of ${id}, which is not in the description`);
    if (partial !== true) {
      schema.examples = [value];
      continue;
    }
    const own = (schema.allOf as Json[] | undefined)?.at(-1) ?? schema;
    for (const [name, example] of Object.entries(value as Json)) {
      const property = (own.properties as Record<string, Json>)[name];
      if (property === undefined) throw new Error(`an example of ${id}.${name}, which is not in the description`);
      property.examples = [example];
    }
  }
}

function unnamed({ [NAMES]: _, ...response }: Json): Json {
  return response;
}
