import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { GROUPS, TAGS } from '../groups.ts';
import type { Route } from '../route.ts';
import { errorResponses } from './errors.ts';
import { markersOf } from './markers.ts';
import { noteOf } from './note-of.ts';
import { parametersOf } from './parameters.ts';
import { successResponses } from './replies.ts';
import { securityOf } from './security.ts';

/** The property in which a response keeps the candidate names of its component until the component is made. */
export const NAMES = 'x-names';

/** An operation of the description, before repeated parts are moved into components. */
export function operationOf(route: Route): ZodOpenApiOperationObject {
  const note = noteOf(route.name);
  const security = securityOf(route.auth);
  const responses = [...successResponses(route), ...errorResponses(route)];
  return {
    operationId: route.name,
    ...markersOf(route, note),
    summary: note.title,
    description: route.summary,
    tags: [TAGS[route.chapter ?? GROUPS[route.group].tag].name],
    ...(security && { security }),
    requestParams: parametersOf(route),
    ...(route.body && { requestBody: requestBodyOf(route, note.body) }),
    responses: Object.fromEntries(
      responses.map(({ status, names, response }) => [String(status), { ...response, [NAMES]: names }]),
    ),
  };
}

function requestBodyOf(route: Route, example: unknown): ZodOpenApiOperationObject['requestBody'] {
  const bodies = {
    ...(route.acceptsForm && route.body && { 'application/x-www-form-urlencoded': route.body }),
    ...route.signed?.alternateBodies,
  };
  const others = Object.entries(bodies).map(([type, schema]) => [type, { schema }] as const);
  return {
    ...(route.bodyOptional !== true && { required: true }),
    content: { 'application/json': { schema: route.body, example }, ...Object.fromEntries(others) },
  };
}
