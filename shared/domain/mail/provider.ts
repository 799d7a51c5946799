import { randomBytes } from 'node:crypto';

/**
 * The ports of mail submission and relay. No client can make the service connect to any other port.
 *
 * Source: RFC 8314 (465, 587), RFC 5321 (25); AWS, SES SMTP endpoints (2465, 2587, 2525 as many providers offer it).
 */
export const SUBMISSION_PORTS: readonly number[] = [25, 465, 587, 2465, 2525, 2587];

/** Ports on which TLS begins with the connection; on all others it begins with STARTTLS. */
const IMPLICIT_TLS_PORTS: readonly number[] = [465, 2465];

export function beginsWithTls(port: number): boolean {
  return IMPLICIT_TLS_PORTS.includes(port);
}

/** The pattern is strict, because the name of a region becomes part of a host name. */
export const AWS_REGION = /^[a-z]{2}(?:-[a-z]{1,16}){1,3}-\d{1,2}$/;

/**
 * A role that the service may assume. Its name shows that it is meant for this service; our IAM policy allows no other.
 *
 * Source: IAM, ARNs of roles; names of at most 64 characters of `\w+=,.@-`.
 */
export const PROVIDER_ROLE_ARN = /^arn:aws(?:-[a-z]+)*:iam::\d{12}:role\/aid-[\w+=,.@-]{1,60}$/;

/**
 * `inb_` and 32 random bytes; the HMAC key is the whole string in UTF-8. See:
 * docs/contract/provider-accounts.md#provider-account-record.
 */
export function generateInboundSecret(): string {
  return `inb_${randomBytes(32).toString('base64url')}`;
}
