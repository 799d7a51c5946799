import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessCheck } from '../../access/access-check.ts';
import { readBody } from '../../http/read-body.ts';
import { ServiceError } from '../../http/service-error.ts';

const MAX_BODY_BYTES = 64 * 1024;
const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

/** The receipt rules of the account: one set is active in a region, whichever stage it belongs to. */
export interface ReceiptRules {
  active: string | undefined;
}

/** Whether a request is for version 1 of the SES API, the only API here with form-encoded bodies. */
export function isReceiptRuleCall({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
}

/**
 * Responds with the active set of receipt rules. On one machine it is initially the set of the templates.
 *
 * Source: SES API reference, DescribeActiveReceiptRuleSet; Query requests and responses of AWS.
 */
export async function serveReceiptRules(
  request: IncomingMessage,
  response: ServerResponse,
  { active }: ReceiptRules,
  access: AccessCheck | undefined,
): Promise<void> {
  const send = (status: number, xml: string) => response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  try {
    const form = new URLSearchParams((await readBody(request, MAX_BODY_BYTES)).toString());
    const action = form.get('Action');
    if (action !== 'DescribeActiveReceiptRuleSet')
      throw new ServiceError('InvalidAction', `${action} is not emulated.`);
    access?.require(request, [{ action: `ses:${action}`, resource: '*' }]);
    const metadata = active === undefined ? '' : `<Metadata><Name>${active}</Name></Metadata>`;
    const result = `<${action}Result>${metadata}<Rules/></${action}Result>`;
    send(200, `<${action}Response xmlns="${NAMESPACE}">${result}${requestMetadata()}</${action}Response>`);
  } catch (error) {
    const { type, message, status } =
      error instanceof ServiceError ? error : new ServiceError('InternalFailure', String(error), 500);
    const text = `<Error><Type>Sender</Type><Code>${type}</Code><Message>${message.replace(/[<&]/g, ' ')}</Message></Error>`;
    send(status, `<ErrorResponse xmlns="${NAMESPACE}">${text}</ErrorResponse>`);
  }
}

function requestMetadata(): string {
  return `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
}
