/** Errors of the SDK that mean that the credentials lack a permission, or that there are none. */
const NO_ACCESS = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationErrorException',
  'NotAuthorizedException',
  'UnauthorizedOperation',
]);
const NO_CREDENTIALS = new Set([
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
]);

/** Errors of a connection: the endpoint is wrong, or this machine is not connected to it. */
const UNREACHABLE = /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;

/** Whether an error of the AWS SDK means that the credentials lack a permission. */
export function lacksPermission(error: unknown): boolean {
  return error instanceof Error && NO_ACCESS.has(error.name);
}

/** What an error of the AWS SDK means for the operator, in one line. */
export function explainAwsError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  if (lacksPermission(error)) return `the credentials lack a permission: ${message}`;
  if (NO_CREDENTIALS.has(name)) return `no valid credentials of the account are in the environment: ${message}`;
  const code = String((error as NodeJS.ErrnoException).code);
  if (UNREACHABLE.test(code) || name === 'TimeoutError') return `AWS cannot be reached: ${message || code}`;
  if (message.includes('Region is missing')) return 'AWS_REGION: expected the region of the stage';
  return name === 'Error' ? message : `${name}: ${message}`;
}
