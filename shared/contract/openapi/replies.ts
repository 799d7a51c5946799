import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { Route } from '../route.ts';
import { TEXT_SCHEMAS } from '../schemas/system.ts';
import { pascal } from './components.ts';
import type { NamedResponse } from './errors.ts';
import { headersOf } from './headers.ts';

type Schema = NonNullable<Route['reply']>;

/** The media type of a reply in JSON. See: A2A v1.0, sections 9.1 and 11.1. */
function jsonTypeOf(route: Route): string {
  return route.protocol === 'http+json' ? 'application/a2a+json' : 'application/json';
}

/** Every success of an operation. */
export function successResponses(route: Route): NamedResponse[] {
  const { reply, otherReply, duplicateStatus, protocol, cacheSeconds } = route;
  return [
    success(route, route.status, reply, route.events),
    ...(otherReply === undefined ? [] : [success(route, otherReply.status, otherReply.reply)]),
    ...(duplicateStatus === undefined ? [] : [success(route, duplicateStatus, reply)]),
    // A notification has no reply.
    ...(protocol === 'json-rpc' ? [success(route, 204)] : []),
    ...(protocol === 'mcp' ? [success(route, 202)] : []),
    ...(cacheSeconds === undefined ? [] : [success(route, 304)]),
  ];
}

function success(route: Route, status: number, reply?: Schema, events?: Schema): NamedResponse {
  const text = status === route.status && route.text !== undefined ? TEXT_SCHEMAS[route.text] : undefined;
  const meta = (reply ?? events ?? text)?.meta();
  const headers = headersOf(route, status);
  const content: ZodOpenApiResponseObject['content'] = {
    ...(reply && { [jsonTypeOf(route)]: { schema: reply } }),
    ...(text && route.text && { [route.text]: { schema: text } }),
    ...(events && { 'text/event-stream': { schema: events } }),
  };
  const name = meta?.id ?? (status === 304 ? 'NotModified' : 'NoContent');
  return {
    status,
    names: [`${name}Reply`, `${name}Reply${status}`, `${name}ReplyOf${pascal(route.name)}`],
    response: {
      // The schema describes the reply.
      description: status === 304 ? "The caller's cached copy is still valid." : 'OK.',
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(meta && { content }),
    },
  };
}
