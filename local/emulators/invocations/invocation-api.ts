import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessCheck } from '../../access/access-check.ts';
import { arn } from '../../assembly/aws-identifiers.ts';
import { FunctionError } from '../../functions/function-error.ts';
import type { Functions } from '../../functions/functions.ts';
import { readBody } from '../../http/read-body.ts';
import { ServiceError } from '../../http/service-error.ts';

/** The path of Invoke, with the name or the ARN of a function. */
const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

const MAX_BODY_BYTES = 6 * 1024 * 1024;

/** Whether a path is that of an invocation. */
export function isInvocationPath(path: string): boolean {
  return PATH.test(path);
}

/**
 * Invokes a function and waits for its result. An error of the function is a result too, with a header that says so.
 *
 * Source: Lambda API reference, Invoke.
 */
export async function serveInvocation(
  request: IncomingMessage,
  response: ServerResponse,
  functions: Functions,
  access: AccessCheck | undefined,
): Promise<void> {
  try {
    const name = decodeURIComponent(PATH.exec(request.url ?? '')?.[1] ?? '');
    const resource = name.startsWith('arn:') ? name : arn('lambda', `function:${name}`);
    access?.require(request, [{ action: 'lambda:InvokeFunction', resource }]);
    const event: unknown = JSON.parse((await readBody(request, MAX_BODY_BYTES)).toString() || '{}');
    const payload = await functions.invoke(name, event);
    response.writeHead(200, { 'content-type': 'application/json' }).end(payload);
  } catch (error) {
    if (error instanceof FunctionError) {
      const { errorType, message: errorMessage } = error;
      const headers = { 'content-type': 'application/json', 'x-amz-function-error': 'Unhandled' };
      response.writeHead(200, headers).end(JSON.stringify({ errorType, errorMessage }));
      return;
    }
    const { type, message, status } =
      error instanceof ServiceError ? error : new ServiceError('ResourceNotFoundException', String(error), 404);
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type })
      .end(JSON.stringify({ message }));
  }
}
