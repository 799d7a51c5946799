import type { IncomingMessage } from 'node:http';
import type { Service } from '../disturbance.ts';

/** A call of an AWS service, as a proxy sees it. */
export interface ServiceCall {
  readonly service: Service;
  readonly operation: string;
}

export function serviceCallOf({ method = '', url = '', headers }: IncomingMessage): ServiceCall {
  const [api = '', operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  if (api.startsWith('DynamoDB')) return { service: 'dynamodb', operation };
  if (api === 'AmazonSQS') return { service: 'sqs', operation };
  if (api === 'TrentService') return { service: 'kms', operation };
  if (url.startsWith('/v2/email')) return { service: 'ses', operation: `${method} ${url}` };
  if (/^\/(?:@|%40)connections\//.test(url)) return { service: 'connections', operation: method };
  return { service: 's3', operation: method };
}

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const THROTTLES: Readonly<Record<Service, readonly [status: number, code: string]>> = {
  dynamodb: [400, 'ProvisionedThroughputExceededException'],
  sqs: [400, 'RequestThrottled'],
  kms: [400, 'ThrottlingException'],
  ses: [429, 'TooManyRequestsException'],
  s3: [503, 'SlowDown'],
  connections: [429, 'LimitExceededException'],
};

/** What the service responds when it throttles a call. Source: the errors of each service's API reference. */
export function throttled(service: Service): Refusal {
  const [status, code] = THROTTLES[service];
  return refusal(service, status, code, 'Rate exceeded');
}

export function failed(service: Service): Refusal {
  const code = service === 's3' ? 'InternalError' : 'InternalServerError';
  return refusal(service, 500, code, 'Internal server error');
}

/** Another transaction holds the first row. Source: DynamoDB API reference, TransactWriteItems. */
export function conflicting(body: Buffer): Refusal {
  const { TransactItems } = JSON.parse(body.toString()) as { TransactItems: unknown[] };
  const CancellationReasons = TransactItems.map((_, index) => ({ Code: index === 0 ? 'TransactionConflict' : 'None' }));
  const text = JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
    CancellationReasons,
  });
  return { status: 400, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: text };
}

function refusal(service: Service, status: number, code: string, message: string): Refusal {
  if (service === 's3') {
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
    return { status, headers: { 'content-type': 'application/xml' }, body };
  }
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': code };
  return { status, headers, body: JSON.stringify({ __type: code, message }) };
}

/** The delivery that a call writes to, if it is such a call. */
export function deliveryWrittenBy({ service, operation }: ServiceCall, body: Buffer): string | undefined {
  if (service !== 'dynamodb' || operation !== 'UpdateItem') return undefined;
  const { Key } = JSON.parse(body.toString()) as { Key?: { pk?: { S?: string }; sk?: { S?: string } } };
  return Key?.pk?.S?.startsWith('DELIVERY#') ? Key.sk?.S : undefined;
}
