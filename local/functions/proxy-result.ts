import type { StreamHead } from './protocol.ts';

/** The result of a function that API Gateway invoked as a Lambda proxy. */
export interface ProxyResult extends StreamHead {
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

/** Reads a function's result, or `undefined` when API Gateway would call it malformed. */
export function parseResult(payload: string): ProxyResult | undefined {
  const result = JSON.parse(payload) as ProxyResult | null;
  if (typeof result !== 'object' || result === null) return undefined;
  const { statusCode, body } = result;
  const bodyFits = body === undefined || body === null || typeof body === 'string';
  return Number.isInteger(Number(statusCode)) && statusCode !== undefined && bodyFits ? result : undefined;
}
