import * as endpoints from '#shared/contract/oauth-endpoints.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { requiredValue } from '#shared/domain/oauth/request-parameters.ts';
import { exchangeCode } from './exchange-code.ts';
import { formOf } from './form.ts';
import { jsonEndpoint } from './json-endpoint.ts';
import { refreshTokens } from './refresh-tokens.ts';

/**
 * The token endpoint. Clients have no secret: what they hold, a code with its verifier or a refresh token, is the
 * credential.
 *
 * See: docs/contract/oauth.md#tokens; RFC 6749, sections 4.1.3 and 6.
 */
export const issueToken = jsonEndpoint(endpoints.issueToken, async (context, request) => {
  const form = formOf(request);
  switch (requiredValue(form, 'grant_type')) {
    case 'authorization_code':
      return exchangeCode(context, form);
    case 'refresh_token':
      return refreshTokens(context, form);
    default:
      throw new OAuthError('unsupported_grant_type', 'grant_type: authorization_code or refresh_token');
  }
});
