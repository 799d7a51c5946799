import { SCOPES, type Scope } from '../issuer/scopes.ts';
import { OAuthError } from './oauth-error.ts';

/** The parameters of an OAuth request: each name with all of its values. */
export type RequestParameters = Readonly<Record<string, readonly string[]>>;

/** The longest value that is read. API Gateway passes on 10 KB of headers, and a state is in one of them. */
const MAX_VALUE_LENGTH = 2048;

/** The parameters of a form. Unknown ones are ignored, as the specification asks. See: RFC 6749, section 3.2. */
export function parametersOf(form: string): RequestParameters {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(form)) {
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(parameters);
}

/**
 * The value of a parameter. One without a value counts as absent, and one that is given twice is an error.
 *
 * See: RFC 6749, sections 3.1 and 3.2.
 */
export function optionalValue(parameters: RequestParameters, name: string): string | undefined {
  const values = Object.hasOwn(parameters, name) ? (parameters[name] ?? []) : [];
  if (values.length > 1) throw new OAuthError('invalid_request', `${name}: given more than once`);
  const [value] = values;
  if (value === undefined || value === '') return undefined;
  if (value.length > MAX_VALUE_LENGTH) {
    throw new OAuthError('invalid_request', `${name}: at most ${MAX_VALUE_LENGTH} characters`);
  }
  return value;
}

/** The value of a parameter that must be there. */
export function requiredValue(parameters: RequestParameters, name: string): string {
  const value = optionalValue(parameters, name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name}: required`);
  return value;
}

/**
 * The known scopes of a request, each once, in the order of the service. A client may ask for others, which it does not
 * get; the response says what it got. `undefined` if the request names none.
 *
 * See: RFC 6749, section 3.3.
 */
export function scopesOf(parameters: RequestParameters): readonly Scope[] | undefined {
  const text = optionalValue(parameters, 'scope');
  if (text === undefined) return undefined;
  const asked = new Set(text.split(' '));
  const known = SCOPES.filter((scope) => asked.has(scope));
  if (known.length === 0) throw new OAuthError('invalid_scope', `scope: at least one of ${SCOPES.join(', ')}`);
  return known;
}

/**
 * Throws unless every resource that a request names is the one that tokens are for. A request that names none means it,
 * because there is no other.
 *
 * See: RFC 8707, section 2; MCP 2026-07-28, authorization.
 */
export function requireResource(parameters: RequestParameters, resource: string): void {
  const named = Object.hasOwn(parameters, 'resource') ? (parameters.resource ?? []) : [];
  if (named.every((one) => one === '' || one.replace(/\/$/, '') === resource)) return;
  throw new OAuthError('invalid_target', 'resource: the address of the MCP server of this service');
}
