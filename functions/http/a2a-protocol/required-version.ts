import { ProtocolError } from '../../../shared/domain/a2a/protocol-error.ts';
import type { ProtocolRequest } from '../../../shared/runtime/pipeline/operation.ts';
import { PROTOCOL_VERSION } from '../../../shared/services/tasks/agent-card.ts';

/**
 * Throws for every version but 1.0. The client names the version in a header or a query parameter. No version means
 * 0.3, which has other methods and objects. A patch number is ignored.
 *
 * See: A2A v1.0, sections 3.6 and 3.2.6.
 */
export function requireVersion({ headers, query }: ProtocolRequest): void {
  const queryValue = Object.entries(query).find(([name]) => name.toLowerCase() === 'a2a-version')?.[1][0];
  const requested = (headers['a2a-version'] ?? queryValue ?? '').trim();
  const [, version] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(requested) ?? [];
  if (version !== PROTOCOL_VERSION) throw new ProtocolError('VERSION_NOT_SUPPORTED');
}
