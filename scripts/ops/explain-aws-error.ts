/** Errors of the SDK that mean that the credentials lack a permission, or that there are none. */
const NO_ACCESS = new Set(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation', 'NotAuthorizedException']);
const NO_CREDENTIALS = new Set([
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
]);

/** What an error of the AWS SDK means for the operator, in one line. */
export function explainAwsError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  if (NO_ACCESS.has(name)) return `the credentials lack a permission: ${message}`;
  if (NO_CREDENTIALS.has(name)) return `no valid credentials of the account are in the environment: ${message}`;
  if (message.includes('Region is missing')) return 'AWS_REGION: expected the region of the stage';
  return name === 'Error' ? message : `${name}: ${message}`;
}
