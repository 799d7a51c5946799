import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../emulators/service-error.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { type Access, isAllowed, type Statement } from './statements.ts';

/**
 * Holds the requests of functions against their own synthesized policies, so that a flow which passes here does not fail
 * for a missing right in AWS. Each function signs with its own name as access key, which tells who asks; whoever signs
 * with anything else is a person and may do everything.
 */
export class AccessCheck {
  private readonly byAccessKey: ReadonlyMap<string, readonly Statement[]>;
  private readonly onRefused: (line: string) => void;

  constructor(
    functions: readonly FunctionDefinition[],
    byRole: ReadonlyMap<string, readonly Statement[]>,
    onRefused: (line: string) => void,
  ) {
    this.byAccessKey = new Map(functions.map(({ name, role }) => [name, byRole.get(role) ?? []]));
    this.onRefused = onRefused;
  }

  /** Whether the asker may do all of that, for an answer that depends on it. */
  allows(request: IncomingMessage, accesses: readonly Access[]): boolean {
    const statements = this.byAccessKey.get(accessKeyOf(request));
    return statements === undefined || accesses.every((access) => isAllowed(statements, access));
  }

  /** Throws what AWS would answer when one of the accesses is not allowed. */
  require(request: IncomingMessage, accesses: readonly Access[]): void {
    const accessKey = accessKeyOf(request);
    const statements = this.byAccessKey.get(accessKey);
    if (statements === undefined) return;
    for (const access of accesses) {
      if (isAllowed(statements, access)) continue;
      const keys = access.context?.['dynamodb:LeadingKeys'];
      const detail = keys === undefined ? '' : ` with the leading keys ${keys.join(', ')}`;
      const refusal = `${accessKey} is not authorized to perform: ${access.action} on resource: ${access.resource}${detail}`;
      this.onRefused(refusal);
      throw new ServiceError('AccessDeniedException', `User: ${refusal}`);
    }
  }
}

/** Source: SigV4, the Authorization header or, in presigned addresses, the X-Amz-Credential parameter. */
function accessKeyOf({ headers, url = '' }: IncomingMessage): string {
  const signed = /Credential=([^/,]+)\//.exec(headers.authorization ?? '')?.[1];
  return signed ?? /[?&]X-Amz-Credential=([^&]+?)(?:%2F|\/)/i.exec(url)?.[1] ?? '';
}
