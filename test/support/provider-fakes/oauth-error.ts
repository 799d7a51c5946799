import type { FakeResponse } from './fake-server.ts';

/** An error of a token endpoint. See: RFC 6749, section 5.2. */
export function oauthError(status: number, error: string, error_description: string): FakeResponse {
  return { status, body: { error, error_description } };
}
