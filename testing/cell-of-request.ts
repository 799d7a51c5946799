import { CELL_ALPHABET } from '#shared/domain/ids/cell.ts';

/** What a router in front of several cells sees of a request before it reads anything. */
export interface RoutedRequest {
  readonly host?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const ID = /[a-z]{3}_[0-7][0-9A-HJKMNP-TV-Z]{9}([0-9A-HJKMNP-TV-Z])[0-9A-HJKMNP-TV-Z]{15}/;
const KEY = /aid_(?:org|agt|usr|sat|oat|ort|oac)_([0-9A-Za-z])[0-9A-Za-z]{36}/;
const TICKET = /^tkt_([0-9A-Z])[\w-]{43}$/;
const TUNNEL = /(?:^|\/t\/)([2-9a-hjkmnp-tv-z])[a-km-np-z2-9]{26}(?=[./]|$)/;

/**
 * The cell that a request belongs to, by the rules of docs/scale.md, section Cells; `undefined` where the request names
 * none. The credential comes first: the caller may name an agent of another cell.
 */
export function cellOfRequest({ host = '', path, query = {}, headers = {} }: RoutedRequest): string | undefined {
  const texts: [RegExp, string | undefined][] = [
    [TUNNEL, host],
    [TUNNEL, path],
    [KEY, headers.authorization],
    [KEY, headers['sec-websocket-protocol']],
    [TICKET, query.ticket],
    [ID, headers['x-aid-provider-account']],
    [ID, path],
  ];
  for (const [form, text] of texts) {
    const cell = form.exec(text ?? '')?.[1]?.toUpperCase();
    if (cell !== undefined && CELL_ALPHABET.includes(cell)) return cell;
  }
  return undefined;
}

/** Every id, key, ticket and tunnel address in a text that the service sent, with the character in the cell's place. */
export function cellsNamedIn(text: string): { text: string; cell: string | undefined }[] {
  const forms = [ID, KEY, /tkt_(.)[\w-]{43}(?![\w-])/, /\/t\/(.)[a-km-np-z2-9]{25,26}(?=\/)/];
  return forms.flatMap((form) =>
    [...text.matchAll(new RegExp(form, 'g'))].map((found) => ({ text: found[0], cell: found[1]?.toUpperCase() })),
  );
}
