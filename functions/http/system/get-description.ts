import { description } from '#shared/contract/openapi/description.ts';
import type { Json } from '#shared/contract/openapi/json.ts';
import { operationIndex } from '#shared/contract/openapi/operation-index.ts';
import { partOfTag } from '#shared/contract/openapi/part-of-tag.ts';
import * as routes from '#shared/contract/routes/system.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

/** The parts that were asked for, by tag. */
const parts = new Map<string, Json>();

/** The generated API description with the URL of this service, its part of one tag, or the index of its operations. */
export const getDescription = operation(routes.getDescription, async ({ baseUrl }, { query }) => {
  const document = {
    ...(query.tag === undefined ? description() : cachedPart(query.tag)),
    servers: [{ url: baseUrl, description: 'This service.' }],
  };
  return reply((query.format === 'index' ? operationIndex(document) : document) as { openapi: string });
});

function cachedPart(tag: string): Json {
  const part = parts.get(tag) ?? partOfTag(description(), tag);
  parts.set(tag, part);
  return part;
}
