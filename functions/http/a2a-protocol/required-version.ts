import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import { PROTOCOL_VERSION } from '#shared/services/tasks/agent-card.ts';

/**
 * Throws for every version but 1.0. The client names the version in a header or a query parameter. No version means
 * 0.3, which has other methods and objects. A patch number is ignored.
 *
 * See: A2A v1.0, sections 3.6 and 3.2.6.
 */
export function requireVersion(request: ProtocolRequest): void {
  const [, version] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(requestedVersion(request)) ?? [];
  if (version !== PROTOCOL_VERSION) throw new ProtocolError('VERSION_NOT_SUPPORTED');
}

/** Whether a client speaks a version before 1.0: it names one, or none. */
export function isOldClient(request: ProtocolRequest): boolean {
  const version = requestedVersion(request);
  return version === '' || /^0\./.test(version);
}

function requestedVersion({ headers, query }: ProtocolRequest): string {
  const queryValue = Object.entries(query).find(([name]) => name.toLowerCase() === 'a2a-version')?.[1][0];
  return (headers['a2a-version'] ?? queryValue ?? '').trim();
}
