import { ERRORS, type ErrorCode } from '#shared/domain/errors/errors.ts';

/** Paths of the description, of the guide for language models and of the MCP server, below the service's address. */
export const DESCRIPTION_PATH = '/v1/openapi.json';
export const GUIDE_PATH = '/llms.txt';
export const MCP_PATH = '/v1/mcp';

/** Whether an error suggests that the caller does not know the service: an unknown route, or no usable key. */
export function needsDescriptionLinks(code: ErrorCode): boolean {
  return code === 'route.not_found' || ERRORS[code].status === 401;
}

/**
 * The header `Link` of a response with such an error, and of the entry point: to the description and the index of its
 * operations, to the guide, and to the MCP server. `address` is the service's address, or just its path.
 *
 * See: RFC 8288, section 3.3; RFC 8631, section 4; RFC 5023, section 8.3 (`service`).
 */
export function descriptionLinks(address: string): string {
  return [
    `<${address}${DESCRIPTION_PATH}>; rel="service-desc"`,
    `<${address}${GUIDE_PATH}>; rel="service-doc"`,
    `<${address}${DESCRIPTION_PATH}?format=index>; rel="index"`,
    `<${address}${MCP_PATH}>; rel="service"; title="mcp"`,
  ].join(', ');
}
