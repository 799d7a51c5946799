import type { IncomingMessage } from 'node:http';
import type { FunctionDefinition } from '../assembly/function-definition.ts';
import { ServiceError } from '../http/service-error.ts';
import { type Access, isAllowed, refusalOf, type Statement } from './statements.ts';

/**
 * Checks each request of a function against the function's synthesized policy, so that a flow that works here does not
 * fail in AWS for a missing permission. Each function signs with its name as the access key, which identifies it. A
 * caller with any other access key is a person and may do everything.
 */
export class AccessCheck {
  readonly #byAccessKey: ReadonlyMap<string, readonly Statement[]>;
  readonly #onRefused: (line: string) => void;

  constructor(
    functions: readonly FunctionDefinition[],
    byRole: ReadonlyMap<string, readonly Statement[]>,
    onRefused: (line: string) => void,
  ) {
    this.#byAccessKey = new Map(functions.map(({ name, role }) => [name, byRole.get(role) ?? []]));
    this.#onRefused = onRefused;
  }

  /** Whether the caller may do all of that, for responses that depend on it. */
  allows(request: IncomingMessage, accesses: readonly Access[]): boolean {
    const statements = this.#byAccessKey.get(accessKeyOf(request));
    return statements === undefined || accesses.every((access) => isAllowed(statements, access));
  }

  /** Throws the error that AWS returns when one of the accesses is not allowed. */
  require(request: IncomingMessage, accesses: readonly Access[]): void {
    const accessKey = accessKeyOf(request);
    const statements = this.#byAccessKey.get(accessKey);
    if (statements === undefined) return;
    const refusal = refusalOf(accessKey, statements, accesses);
    if (refusal === undefined) return;
    this.#onRefused(refusal);
    throw new ServiceError('AccessDeniedException', `User: ${refusal}`);
  }
}

/** Source: SigV4, the Authorization header or, in presigned addresses, the X-Amz-Credential parameter. */
function accessKeyOf({ headers, url = '' }: IncomingMessage): string {
  const signed = /Credential=([^/,]+)\//.exec(headers.authorization ?? '')?.[1];
  return signed ?? /[?&]X-Amz-Credential=([^&]+?)(?:%2F|\/)/i.exec(url)?.[1] ?? '';
}
