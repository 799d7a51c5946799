import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessCheck } from '../access/access-check.ts';
import type { Access } from '../access/statements.ts';
import { readBody } from '../http/read-body.ts';
import { ServiceError } from '../http/service-error.ts';

const MAX_BODY_BYTES = 512 * 1024;

/** An action of a service that takes forms and returns XML. */
export interface QueryAction<S> {
  /** The XML namespace of the service. */
  readonly namespace: string;
  /** The IAM actions that a call needs, with their resources. */
  accesses(form: URLSearchParams): readonly Access[];
  /** Returns the elements of the result. */
  run(form: URLSearchParams, services: S): string;
}

/** Whether a request is for a service of this kind: the only ones with form-encoded bodies. */
export function isQueryCall({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
}

/**
 * Serves a call of one of the actions.
 *
 * Source: Query requests and responses of AWS.
 */
export async function serveQueryCall<S>(
  request: IncomingMessage,
  response: ServerResponse,
  actions: Readonly<Record<string, QueryAction<S>>>,
  services: S & { readonly access: AccessCheck | undefined },
): Promise<void> {
  const send = (status: number, xml: string) => response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  try {
    const form = new URLSearchParams((await readBody(request, MAX_BODY_BYTES)).toString());
    const name = form.get('Action') ?? '';
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw new ServiceError('InvalidAction', `${name} is not emulated.`);
    services.access?.require(request, action.accesses(form));
    const result = `<${name}Result>${action.run(form, services)}</${name}Result>`;
    const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
    send(200, `<${name}Response xmlns="${action.namespace}">${result}${metadata}</${name}Response>`);
  } catch (error) {
    const { type, message, status } =
      error instanceof ServiceError ? error : new ServiceError('InternalFailure', String(error), 500);
    const text = `<Error><Type>Sender</Type><Code>${type}</Code><Message>${escaped(message)}</Message></Error>`;
    send(status, `<ErrorResponse>${text}</ErrorResponse>`);
  }
}

/** A text as the content of an XML element. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
