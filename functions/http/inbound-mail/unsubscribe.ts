import * as endpoints from '#shared/contract/unsubscribe-endpoints.ts';
import { findMessage, messageSummary } from '#shared/data/entities/mail/message.ts';
import { findSuppression, insertUnsubscription } from '#shared/data/entities/mail/suppression.ts';
import { findUnsubscribeLink } from '#shared/data/entities/mail/unsubscribe-link.ts';
import { agentSummary, findIdentity } from '#shared/data/entities/organization/identity.ts';
import { hashUnsubscribeToken, isOneClick, isUnsubscribeToken } from '#shared/domain/mail/unsubscribe-token.ts';
import { countFailedCredential } from '#shared/runtime/pipeline/failed-authentications.ts';
import { endpointOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { DONE, invalidLink, NO_CLICK, pageReply, refusalOf } from './unsubscribe-pages.ts';

/**
 * Unsubscribes the recipient of an email: its agent can no longer write to the address. The first request of an address
 * appends an event; further ones change nothing and get the same page.
 *
 * See: docs/contract/mail.md#unsubscribing; RFC 8058, section 3.2.
 */
export const unsubscribe = endpointOperation(
  endpoints.unsubscribe,
  async ({ table, settings, address: network, now }, { params, body }) => {
    if (!isOneClick(Buffer.from(body ?? '').toString())) return pageReply(400, NO_CLICK);
    const { token = '' } = params;
    const link = isUnsubscribeToken(token)
      ? await findUnsubscribeLink(table, hashUnsubscribeToken(token), now)
      : undefined;
    if (link === undefined) {
      await countFailedCredential(table, network, settings.limits, now);
      return invalidLink();
    }
    const { organizationId, identityId, messageId, threadId, address } = link;
    const [suppressed, identity, message] = await Promise.all([
      findSuppression(table, identityId, address),
      findIdentity(table, organizationId, identityId),
      findMessage(table, identityId, messageId),
    ]);
    if (suppressed !== undefined || identity === undefined) return pageReply(200, DONE);
    return write((tx) => {
      const at = tx.nextTimestamp(organizationId);
      tx.put(insertUnsubscription(identityId, { address, reason: 'unsubscribe', messageId, createdAt: at }));
      tx.appendEvent(organizationId, {
        type: 'mail.unsubscribed',
        identityId,
        aggregateId: messageId,
        threadId,
        payload: { messageId, threadId, recipient: address },
        ...(message !== undefined && { message: messageSummary(message) }),
        agents: [agentSummary(identity)],
        at,
      });
      return pageReply(200, DONE);
    });
  },
  refusalOf,
);
