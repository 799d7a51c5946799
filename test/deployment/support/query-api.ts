import type { Account } from './engine.ts';
import { REGION } from './engine.ts';

/**
 * Calls an operation of a service by its query API, with the credentials of the account. The engine authenticates the
 * access key and does not verify the signature. Returns the XML of the response.
 */
export async function queryApi(
  { endpoint }: Account,
  service: 'monitoring' | 'sns' | 'sqs',
  params: Readonly<Record<string, string>>,
): Promise<string> {
  const scope = `test/20260101/${REGION}/${service}/aws4_request`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(params).toString(),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${params.Action}: ${response.status} ${text}`);
  return text;
}
