import { AppError } from '#shared/domain/errors/errors.ts';
import type { Exchange } from './exchange.ts';
import type { ChallengedRequest, HttpResponse } from './http.ts';
import type { EndpointOperation, Operation } from './operation.ts';
import type { ProtocolResponse } from './protocol-messages.ts';
import { respond, respondText } from './respond.ts';

/** The response of an operation that responds in a protocol of its own. `headers` are those of the pipeline. */
export function respondInProtocol(
  { status, body, stream, headers: own }: ProtocolResponse,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  return { ...respond(status, body, { ...headers, ...own }), ...(stream !== undefined && { stream }) };
}

/**
 * The response to an error of the pipeline that the operation has a form of its own for. `undefined` if it has none,
 * and for callers without a valid credential: strangers cause no work.
 */
export async function respondRefusal(
  operation: Operation,
  error: unknown,
  { request, headers, isAuthenticated }: Exchange,
): Promise<HttpResponse | undefined> {
  if (operation.kind === 'endpoint') return respondEndpointRefusal(operation, error, headers);
  if (operation.kind !== 'protocol' || isAuthenticated !== true || !(error instanceof AppError)) return undefined;
  const response = await operation.respondRefusal?.(error, request);
  if (response === undefined) return undefined;
  const { retryAfterSeconds: seconds } = error;
  return respondInProtocol(response, { ...headers, ...(seconds !== undefined && { 'retry-after': String(seconds) }) });
}

/** The response to an error in the form of the specification that defines the endpoint. */
function respondEndpointRefusal(
  operation: EndpointOperation,
  error: unknown,
  headers: Readonly<Record<string, string>>,
): HttpResponse | undefined {
  const refused = operation.refusal(error);
  if (refused === undefined) return undefined;
  const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
  const all = { ...headers, ...refused.headers, ...(seconds !== undefined && { 'retry-after': String(seconds) }) };
  const { status, body, text } = refused;
  return text === undefined ? respond(status, body, all) : respondText(status, text, all);
}

/** The header by which an operation tells clients how to get another credential, if it has one of its own. */
export function challengeHeaders(
  operation: Operation,
  error: unknown,
  request: ChallengedRequest,
): Readonly<Record<string, string>> {
  if (operation.kind !== 'protocol' || !(error instanceof AppError)) return {};
  const isChallenged = error.status === 401 || error.neededScopes !== undefined;
  const value = isChallenged ? operation.challenge?.(request, error) : undefined;
  return value === undefined ? {} : { 'www-authenticate': value };
}
