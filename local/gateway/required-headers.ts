import type { IncomingHttpHeaders } from 'node:http';

/** `x-amazon-apigateway-request-validators`, as far as it is emulated: validators of parameters. */
export type RequestValidators = Readonly<Record<string, { readonly validateRequestParameters?: boolean }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface ValidatedOperation {
  readonly parameters?: readonly Parameter[];
  readonly 'x-amazon-apigateway-request-validator'?: string;
}

/**
 * The headers that an operation's validator requires, in lower case. Parameters of the path are always there.
 *
 * Source: API Gateway developer guide, Request validation for REST APIs.
 */
export function requiredHeadersOf(operation: unknown, validators: RequestValidators): readonly string[] {
  const { parameters = [], 'x-amazon-apigateway-request-validator': name = '' } = operation as ValidatedOperation;
  if (validators[name]?.validateRequestParameters !== true) return [];
  return parameters.filter((one) => one.in === 'header' && one.required).map((one) => one.name.toLowerCase());
}

/** Whether a request has each of these headers, and none of them is blank. Nothing else about them is checked. */
export function hasHeaders(headers: IncomingHttpHeaders, required: readonly string[]): boolean {
  return required.every((name) => String(headers[name] ?? '').trim() !== '');
}
