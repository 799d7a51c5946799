/**
 * The errors of the OAuth endpoints, with their HTTP status where the response is JSON.
 *
 * See: RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2; RFC 8707, section 2.
 */
const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  access_denied: 400,
  login_required: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const;

type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** An error of an OAuth endpoint. The description is for developers, and contains nothing from the request. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }

  get status(): number {
    return OAUTH_ERRORS[this.code];
  }

  /** The body of a response in JSON. */
  toBody(): { error: OAuthErrorCode; error_description: string } {
    return { error: this.code, error_description: this.message };
  }
}
