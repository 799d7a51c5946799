import { type ReceiverPolicy, serverHostProblem } from '#shared/domain/http/url-safety.ts';
import { SUBMISSION_PORTS } from '#shared/domain/mail/provider.ts';

/**
 * What is wrong with an SMTP server's host or port, before the service connects to it. The local profile, with servers
 * on loopback, allows any port.
 *
 * See: docs/contract/provider-accounts.md#provider-account-record.
 */
export function smtpServerProblem(
  { host, port }: { host: string; port: number },
  policy: ReceiverPolicy,
): { field: 'host' | 'port'; expected: string } | undefined {
  const problem = serverHostProblem(host, policy);
  if (problem !== undefined) return { field: 'host', expected: problem };
  if (policy.allowLoopback || SUBMISSION_PORTS.includes(port)) return undefined;
  return { field: 'port', expected: `one of ${SUBMISSION_PORTS.join(', ')}` };
}
