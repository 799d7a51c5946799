import { z } from 'zod';
import { bodyClassOf, type Route } from '#shared/contract/route.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { BODY_MEMBERS_MESSAGE, bodySizeMessage } from '#shared/domain/limits/limit-messages.ts';
import { MAX_BODY_BYTES, MAX_BODY_MEMBERS } from '#shared/domain/limits/limits.ts';
import { hasMoreMembers } from '#shared/domain/text/json-members.ts';
import type { HttpRequest } from './http.ts';
import type { ParsedInput } from './operation.ts';
import { Problems } from './problems.ts';

/** The parsed parts of a request, and the JSON value of its body for the idempotency record. */
export interface ParsedRequest {
  input: ParsedInput;
  json: unknown;
}

const NO_FIELDS = z.strictObject({});

/**
 * Parses the path and query with the route's schemas, and the body with `bodySchema`, by default the route's. Unknown
 * fields are an error, which names the nearest known one. One error names every problem of the request.
 *
 * See: docs/contract/errors.md#validation.
 */
export function parseRequest(
  route: Route,
  request: HttpRequest,
  bodySchema: z.ZodType | undefined = route.body,
): ParsedRequest {
  const problems = new Problems();
  const params = problems.parse('path', route.params ?? NO_FIELDS, () => assertSafeJson(request.params));
  const query = queryOf(route, request, problems);
  const hasFields = bodySchema !== undefined;
  let json: unknown;
  const readValue = () => {
    json = readBody(request, route);
    return json === undefined && (route.bodyOptional === true || !hasFields) ? {} : json;
  };
  const body = request.method === 'GET' ? undefined : problems.parse('body', bodySchema ?? NO_FIELDS, readValue);
  problems.throwIfAny();
  return { input: { params, query, body: hasFields ? body : undefined }, json };
}

/** Parses the query of a request that a protocol reads itself, like that of any other request. */
export function parseQuery(route: Route, request: Pick<HttpRequest, 'query'>): unknown {
  const problems = new Problems();
  const query = queryOf(route, request, problems);
  problems.throwIfAny();
  return query;
}

function queryOf(route: Route, { query }: Pick<HttpRequest, 'query'>, problems: Problems): unknown {
  return problems.parse('query', route.query ?? NO_FIELDS, () => assertSafeJson(singleValues(query, problems)));
}

function singleValues(query: HttpRequest['query'], problems: Problems): Record<string, string> {
  const values: [string, string][] = [];
  for (const [name, [value, ...others]] of Object.entries(query)) {
    if (value === undefined || others.length > 0) problems.add(name.slice(0, 100), 'given more than once');
    else if (value === '') problems.add(name.slice(0, 100), 'a value');
    else values.push([name, value]);
  }
  return Object.fromEntries(values);
}

/**
 * Throws 413 for a body that is too large for its route, or that has too many members to be parsed.
 *
 * See: docs/contract/limits.md#requests.
 */
export function requireSize(route: Route, { body }: HttpRequest): void {
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
  const bodyClass = bodyClassOf(route);
  if (bytes > MAX_BODY_BYTES[bodyClass]) throw new AppError('payload.too_large', bodySizeMessage(bodyClass));
  if (typeof body === 'string' && hasMoreMembers(body, MAX_BODY_MEMBERS)) {
    throw new AppError('payload.too_large', BODY_MEMBERS_MESSAGE);
  }
}

/**
 * Throws 415 for a body without a content type, or with another one than JSON, or a form where the route accepts one. A
 * signed body may have any: SNS sends JSON as `text/plain`.
 *
 * See: docs/contract/conventions.md#json-and-names.
 */
export function requireContentType(
  { signed, acceptsForm }: Pick<Route, 'signed' | 'acceptsForm'>,
  { method, body, headers }: HttpRequest,
): void {
  if (body === null || body.length === 0 || method === 'GET') return;
  const type = contentTypeOf(headers);
  if (type === '')
    throw new AppError('payload.unsupported_type', 'A request with a body needs the header content-type.');
  if (signed !== undefined || isJsonType(type) || (acceptsForm === true && type === FORM)) return;
  throw new AppError('payload.unsupported_type');
}

const FORM = 'application/x-www-form-urlencoded';

function contentTypeOf(headers: HttpRequest['headers']): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
}

function readBody(request: HttpRequest, route: Route): unknown {
  const { body } = request;
  if (body === null || body.length === 0 || request.method === 'GET') return undefined;
  // Of a signed request, it was checked before its signature was verified.
  if (route.signed === undefined) requireSize(route, request);
  requireContentType(route, request);
  if (typeof body !== 'string') throw invalid('body', 'valid UTF-8');
  const isForm = route.acceptsForm === true && contentTypeOf(request.headers) === FORM;
  return assertSafeJson(isForm ? fieldsOfForm(body) : valueOfJson(body));
}

function valueOfJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalid('body', 'valid JSON');
  }
}

/** The fields of a form. One without a value is absent, and none may be given twice. See: RFC 6749, section 3.2. */
function fieldsOfForm(body: string): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (fields.has(name)) throw invalid(name.slice(0, 100), 'given more than once');
    fields.set(name, value);
  }
  return Object.fromEntries([...fields].filter(([, value]) => value !== ''));
}

const MAX_DEPTH = 64;

/**
 * Throws 400 for JSON that no field accepts: NUL, text that is not well-formed Unicode, a number that overflows to
 * infinity (and would be stored as null), the name `__proto__`, and nesting deep enough to exhaust a parser.
 */
export function assertSafeJson<T>(value: T, path = '', depth = 0): T {
  if (depth > MAX_DEPTH) throw invalid(path || 'body', `at most ${MAX_DEPTH} levels`);
  if (typeof value === 'string') checkText(value, path);
  else if (typeof value === 'number' && !Number.isFinite(value))
    throw invalid(path || 'body', 'a number below 1.8e308');
  else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      assertSafeJson(item, fieldPath(path, String(index)), depth + 1);
    });
  } else if (value !== null && typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) {
      if (name === '__proto__') throw invalid(fieldPath(path, name), 'not a known field');
      checkText(name, path || 'body');
      assertSafeJson(member, fieldPath(path, name), depth + 1);
    }
  }
  return value;
}

function checkText(text: string, path: string): void {
  if (text.includes('\0')) throw invalid(path || 'body', 'text without NUL');
  if (!text.isWellFormed()) throw invalid(path || 'body', 'well-formed Unicode');
}

function fieldPath(path: string, name: string): string {
  const short = name.slice(0, 100);
  return path === '' ? short : `${path.slice(0, 200)}.${short}`;
}
