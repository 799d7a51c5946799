import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestHash } from './request-hash.ts';

/**
 * A client of the table. Attributes that are undefined are left out. The SDK's log record of each call is left out as
 * well: it copies every input and output to hide sensitive members, and no logger reads it.
 */
export function createDocumentClient(config: DynamoDBClientConfig): DynamoDBDocumentClient {
  const client = new DynamoDBClient({ sha256: RequestHash, ...config });
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
