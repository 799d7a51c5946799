import { UsageError } from '../usage-error.ts';

/** The request header that carries a secret. */
export interface Credential {
  /** In lower case. */
  readonly header: string;
  /** The template as it is shown: `authorization: Bearer {{value}}`. */
  readonly template: string;
  /** The value of the header for a secret. Throws `UnusableValue` if the header cannot carry it. */
  valueFor(secret: string): string;
}

/** How the header is given: as a template of it, or as one of the credentials for Basic authentication. */
export interface CredentialTemplates {
  readonly header?: string | undefined;
  readonly basic?: string | undefined;
}

/** A secret that the header cannot carry. The message has no part of it. */
export class UnusableValue extends Error {
  override readonly name = 'UnusableValue';
}

const PLACE = '{{value}}';
const BEARER = `authorization: Bearer ${PLACE}`;
const MAX_TEMPLATE_CHARACTERS = 500;
/** What servers commonly accept for one header. */
const MAX_HEADER_CHARACTERS = 8_192;
/** Headers that say how a request is sent and where, which the proxy decides. */
const OF_THE_PROXY: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'keep-alive', 'expect'],
  ...['proxy-authorization', 'proxy-connection', 'accept-encoding'],
]);

/**
 * Reads the template of a header, `Authorization: Bearer {{value}}` by default. `flag` names the two as the caller
 * does, for the errors. Throws `UsageError`.
 */
export function credentialOf(
  { header, basic }: CredentialTemplates,
  flag: { readonly header: string; readonly basic: string },
): Credential {
  if (header !== undefined && basic !== undefined) {
    throw new UsageError(`${flag.header} and ${flag.basic} cannot be combined`);
  }
  if (basic !== undefined) return basicCredential(basic, flag.basic);
  return headerCredential(header ?? BEARER, flag.header);
}

function headerCredential(template: string, flag: string): Credential {
  checkPlaces(template, flag);
  const colon = template.indexOf(':');
  const header = template.slice(0, colon).toLowerCase();
  const text = template.slice(colon + 1).trim();
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(header) || !text.includes(PLACE) || !/^[\x20-\x7e]*$/.test(text)) {
    throw new UsageError(`${flag}: expected a header such as "X-Api-Key: ${PLACE}", got "${template.slice(0, 80)}"`);
  }
  if (OF_THE_PROXY.has(header)) throw new UsageError(`${flag}: ${header} cannot carry a secret`);
  return {
    header,
    template: `${header}: ${text}`,
    valueFor: (secret) => checked(text.split(PLACE).join(secret)),
  };
}

/** See: RFC 7617, section 2. */
function basicCredential(template: string, flag: string): Credential {
  checkPlaces(template, flag);
  if (!template.includes(':')) {
    throw new UsageError(`${flag}: expected a user and a password such as "ada:${PLACE}" or "${PLACE}:"`);
  }
  return {
    header: 'authorization',
    template: `authorization: Basic base64(${template})`,
    valueFor: (secret) => {
      // A colon in the user would move the rest of it into the password.
      if (secret.includes(':') && template.indexOf(PLACE) < template.indexOf(':')) {
        throw new UnusableValue('the secret contains a colon, which a user of Basic authentication cannot have');
      }
      return checked(`Basic ${Buffer.from(template.split(PLACE).join(secret), 'utf8').toString('base64')}`);
    },
  };
}

function checkPlaces(template: string, flag: string): void {
  if (template.length > MAX_TEMPLATE_CHARACTERS) {
    throw new UsageError(`${flag}: at most ${MAX_TEMPLATE_CHARACTERS} characters`);
  }
  const others = template.split(PLACE);
  if (others.length < 2) throw new UsageError(`${flag}: ${PLACE} is missing, which stands for the secret`);
  const unknown = /\{\{[^{}]{0,40}\}?\}?/.exec(others.join(''));
  if (unknown !== null) throw new UsageError(`${flag}: ${unknown[0]} is not known; ${PLACE} stands for the secret`);
}

/** A value that a header can have. See: RFC 9110, section 5.5. */
function checked(value: string): string {
  if (value.length > MAX_HEADER_CHARACTERS) throw new UnusableValue('the secret is too long for a header');
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  throw new UnusableValue('the secret has characters that a header cannot have, such as a line break');
}
