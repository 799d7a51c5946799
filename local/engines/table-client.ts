import { Agent, request } from 'node:http';
import { REGION } from '../assembly/aws-identifiers.ts';

/** An error response of DynamoDB. */
export class TableError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'TableError';
    this.type = type;
  }
}

const STREAM_OPERATIONS = new Set(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);

/** Local engines require a well-formed signature and do not verify it. */
const CREDENTIALS = `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=00`;

/**
 * The few DynamoDB calls that the local profile makes itself. The SDK would cost the main thread more memory and
 * start-up time than all of its own code.
 */
export class TableClient {
  readonly endpoint: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  /** Calls an operation by its name in the API reference. */
  async call<T>(operation: string, input: unknown): Promise<T> {
    const service = STREAM_OPERATIONS.has(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    const { status, body } = await this.#post(`${service}.${operation}`, JSON.stringify(input));
    const answer = (body === '' ? {} : JSON.parse(body)) as { __type?: string; message?: string; Message?: string };
    if (status >= 300) {
      const type = (answer.__type ?? 'Unknown').split('#').at(-1) ?? 'Unknown';
      throw new TableError(type, `${operation}: ${answer.message ?? answer.Message ?? type}`);
    }
    return answer as T;
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(target: string, body: string): Promise<{ status: number; body: string }> {
    const date = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': target,
      'x-amz-date': date,
      authorization: CREDENTIALS,
    };
    return new Promise((resolve, reject) => {
      const call = request(
        this.endpoint,
        { method: 'POST', agent: this.#agent, headers, timeout: 30_000 },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 500, body: Buffer.concat(chunks).toString() }),
          );
          response.on('error', reject);
        },
      );
      call.on('timeout', () => call.destroy(new Error(`${target}: no answer`)));
      call.on('error', reject);
      call.end(body);
    });
  }
}
