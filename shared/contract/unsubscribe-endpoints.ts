import { z } from 'zod';
import { route } from './route.ts';

/**
 * The address of `List-Unsubscribe` links. Mail programs and people call it, by what an email says, and RFC 8058
 * defines the request: it is no operation of the API.
 *
 * Mail services post for many people from a few network addresses, so a request with a valid token is served however
 * many there are. One with another token counts as a failed authentication of its address.
 *
 * See: docs/contract/mail.md#unsubscribing; RFC 8058.
 */
const endpoint = {
  group: 'inbound-mail',
  path: '/v1/unsubscribe/{token}',
  params: z.strictObject({ token: z.string() }),
  auth: 'none',
  budget: 'none',
  idempotent: false,
  status: 200,
  text: 'text/html',
} as const;

export const showUnsubscribe = route({
  ...endpoint,
  name: 'showUnsubscribe',
  method: 'GET',
  summary: 'A page with a button that unsubscribes.',
});

export const unsubscribe = route({
  ...endpoint,
  name: 'unsubscribe',
  method: 'POST',
  summary: 'Unsubscribes the recipient of an email from its agent.',
});
