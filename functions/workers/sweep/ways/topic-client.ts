import { SNSClient } from '@aws-sdk/client-sns';
import { clientOptions } from '#shared/runtime/client-options.ts';

let client: SNSClient | undefined;

/** The client of all topics. */
export function getTopicClient(): SNSClient {
  client ??= new SNSClient(clientOptions({ maxAttempts: 3 }));
  return client;
}
