import { ProtocolError } from '../../../shared/domain/a2a/protocol-error.ts';
import type { ProtocolRequest } from '../../../shared/runtime/pipeline/operation.ts';
import { PROTOCOL_VERSION } from '../../../shared/services/tasks/agent-card.ts';

/**
 * Refuses every version but 1.0. It is told by a header or, instead, a query parameter; none means 0.3, which has other
 * methods and other objects. A patch number does not count.
 *
 * See: A2A v1.0, sections 3.6 and 3.2.6.
 */
export function requireVersion({ headers, query }: ProtocolRequest): void {
  const named = Object.entries(query).find(([name]) => name.toLowerCase() === 'a2a-version')?.[1][0];
  const given = (headers['a2a-version'] ?? named ?? '').trim();
  const [, version] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(given) ?? [];
  if (version !== PROTOCOL_VERSION) throw new ProtocolError('VERSION_NOT_SUPPORTED');
}
