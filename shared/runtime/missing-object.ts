import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Whether an error means that an object does not exist. S3 responds with 404 only to a role that may list the bucket.
 * Our roles may not, so S3 responds with 403 for a missing object as for a forbidden one.
 *
 * See: AWS S3 API reference, GetObject and HeadObject, Permissions.
 */
export function isMissingObject(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode;
  return status === 404 || status === 403;
}
