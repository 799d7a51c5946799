import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { parametersOf, type RequestParameters } from '#shared/domain/oauth/request-parameters.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The media type of a request's body, without its parameters. */
export function mediaTypeOf({ headers }: ProtocolRequest): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The parameters of a form. See: RFC 6749, appendix B. */
export function formOf(request: ProtocolRequest): RequestParameters {
  if (mediaTypeOf(request) !== FORM_TYPE) throw new OAuthError('invalid_request', `content-type: ${FORM_TYPE}`);
  const { body } = request;
  if (body !== null && typeof body !== 'string') throw new OAuthError('invalid_request', 'body: a form in UTF-8');
  return parametersOf(body ?? '');
}
