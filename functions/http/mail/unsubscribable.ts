import type { z } from 'zod';
import type { SendMailBody, sentMailSchema } from '#shared/contract/schemas/outgoing-mail.ts';
import { insertUnsubscribeLink } from '#shared/data/entities/mail/unsubscribe-link.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import {
  generateUnsubscribeToken,
  hashUnsubscribeToken,
  unsubscribeFields,
} from '#shared/domain/mail/unsubscribe-token.ts';
import type { Write } from '#shared/runtime/pipeline/operation.ts';
import type { Draft } from './draft.ts';

type Sent = z.input<typeof sentMailSchema>;

/**
 * The recipient of a message who can unsubscribe from the agent with one click. The message has exactly one: with the
 * link of another, a recipient would unsubscribe someone else.
 *
 * See: docs/contract/mail.md#unsubscribing; RFC 8058, section 3.1.
 */
export class Unsubscribable {
  readonly #token = generateUnsubscribeToken();
  readonly #address: string;

  /** Throws 400 if the message has several recipients, or has such header fields already. */
  constructor({ headers = {} }: Pick<SendMailBody, 'headers'>, { addresses }: Draft) {
    const [address, ...others] = addresses;
    if (address === undefined || others.length > 0) {
      throw invalid('unsubscribe', 'only with exactly one recipient, in to, cc and bcc together');
    }
    const own = Object.keys(headers).find((name) => /^list-unsubscribe/i.test(name));
    if (own !== undefined) throw invalid('unsubscribe', `not together with headers.${own}`);
    this.#address = address;
  }

  /** The header fields of the message, with a link to the service. */
  fields(baseUrl: string): Record<string, string> {
    return unsubscribeFields(this.#token, baseUrl);
  }

  /** The writes of a message, with the link that its header has. */
  withLink({ kind, build, ...rest }: Write<Sent>, identity: Identity): Write<Sent> {
    return {
      kind,
      ...rest,
      build: (tx) => {
        const outcome = build(tx);
        if (outcome.kind === 'reject') return outcome;
        const { message_id: messageId, thread_id: threadId, created_at: createdAt } = outcome.body;
        const { organizationId, id: identityId } = identity;
        const link = { organizationId, identityId, messageId, threadId, address: this.#address };
        tx.put(insertUnsubscribeLink(hashUnsubscribeToken(this.#token), { ...link, createdAt: Date.parse(createdAt) }));
        return outcome;
      },
    };
  }
}
