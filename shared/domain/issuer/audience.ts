import { z } from 'zod';

/** The maximum length of an audience. AWS allows 255 characters, the others more. */
const MAX_AUDIENCE_CHARACTERS = 255;

/** The maximum number of audiences that an organization may allow. */
export const MAX_AUDIENCES = 50;

/**
 * The audience of an identity token: what the service that accepts the token compares with its own name, byte by byte.
 * Often a URL, but not always: `sts.amazonaws.com`.
 *
 * See: RFC 7519, section 4.1.3; IAM API reference, CreateOpenIDConnectProvider (`ClientIDList`).
 */
export const audienceSchema = z
  .string()
  .min(1, 'at least 1 character')
  .max(MAX_AUDIENCE_CHARACTERS, `at most ${MAX_AUDIENCE_CHARACTERS} characters`)
  .regex(/^[\x21-\x7e]*$/, 'printable ASCII without spaces');
