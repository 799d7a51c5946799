import { ERRORS, type ErrorCode } from '#shared/domain/errors/errors.ts';

/** The paths of the description and of the guide for language models, below the address of the service. */
export const DESCRIPTION_PATH = '/v1/openapi.json';
export const GUIDE_PATH = '/llms.txt';

/** Whether an error suggests that the caller does not know the service: an unknown route, or no usable key. */
export function needsDescriptionLinks(code: ErrorCode): boolean {
  return code === 'route.not_found' || ERRORS[code].status === 401;
}

/**
 * The header `Link` of a response with such an error. `address` is the service's address, or just its path.
 *
 * See: RFC 8288; RFC 8631, section 4.
 */
export function descriptionLinks(address: string): string {
  return `<${address}${DESCRIPTION_PATH}>; rel="service-desc", <${address}${GUIDE_PATH}>; rel="service-doc"`;
}
