import * as endpoints from '#shared/contract/unsubscribe-endpoints.ts';
import { endpointOperation } from '#shared/runtime/pipeline/operation.ts';
import { pageReply, QUESTION, refusalOf } from './unsubscribe-pages.ts';

/**
 * The page that asks whether to unsubscribe. It reads and changes nothing, and is the same for every link: programs
 * that follow the links of emails learn nothing, and unsubscribe no one.
 *
 * See: docs/contract/mail.md#unsubscribing; RFC 8058, section 3.2.
 */
export const showUnsubscribe = endpointOperation(
  endpoints.showUnsubscribe,
  async () => pageReply(200, QUESTION),
  refusalOf,
);
