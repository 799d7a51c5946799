import { type DueDraft, parseDueDrafts } from '#shared/contract/due-drafts.ts';
import { ContentionError } from '#shared/data/contention-error.ts';
import { type MailDraft, replaceDraft } from '#shared/data/entities/mail/mail-draft.ts';
import { agentSummary, findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { withRequestId } from '#shared/domain/http/request-scope.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { logger, publishMetrics } from '#shared/runtime/log.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { sendLoadedDraft } from './send-draft.ts';
import { type LoadedDraft, loadDraft, storedForm } from './stored-draft.ts';

/** Sends the drafts that an event of the sweep names; `undefined` for any other event. */
export function sendDueDrafts(event: unknown, services: Services): Promise<void> | undefined {
  const due = parseDueDrafts(event);
  return due === undefined ? undefined : sendEach(due.drafts, services);
}

/** A draft that fails keeps none of the others from being sent. It is due again after the pause of the sweep. */
async function sendEach(drafts: readonly DueDraft[], services: Services): Promise<void> {
  for (const draft of drafts) {
    try {
      await sendDueDraft(draft, services);
    } catch (error) {
      const fields = { draft_id: draft.draftId };
      // Users can cause contention, so it is no failure of the service.
      if (error instanceof ContentionError) logger.warn('due draft postponed', { ...fields, error });
      else reportFailure('due draft not sent', error, fields);
    }
  }
  publishMetrics();
}

/**
 * Sends a draft if it is due. All that refuses a request to send it refuses it now as well: then it is a draft again,
 * with the reason, and an event says so. Either is one commit, on the condition that the draft has not changed, so a
 * draft that is named twice is sent once.
 *
 * See: docs/contract/mail.md#sending-later.
 */
async function sendDueDraft({ identityId, draftId }: DueDraft, services: Services): Promise<void> {
  const table = services.table();
  await retryOnStaleRead(async (isOver, uploads) => {
    const now = services.now();
    const loaded = await loadDraft({ table, now }, { id: identityId }, draftId).catch(unlessMissing);
    if (loaded === undefined || loaded.draft.status !== 'scheduled' || (loaded.draft.sendAt ?? 0) > now) return;
    const identity = await findIdentity(table, loaded.draft.organizationId, identityId);
    if (identity === undefined) return;
    const { limits: storage } = services.settings();
    const run = <R>(plan: Plan<R>) => commit(table, plan, { now: services.now, isOver, uploads, storage });
    await withRequestId(loaded.draft.requestId, async () => {
      try {
        const context = await contextOf(identity, loaded.draft, services, now);
        const result = await sendLoadedDraft(context, identity, loaded);
        await run(result.kind === 'write' ? result : { build: () => result });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        logger.info('a scheduled draft was refused', { draft_id: draftId, code: error.code });
        await run(refusal(identity, loaded, error));
      }
    });
  });
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'resource.not_found') return undefined;
  throw error;
}

/** A draft acts as its agent: only credentials without further limits schedule one. */
async function contextOf(
  identity: Identity,
  { baseUrl }: MailDraft,
  services: Services,
  now: number,
): Promise<AuthenticatedContext> {
  const table = services.table();
  const organization = await findOrganization(table, identity.organizationId);
  if (organization === undefined) throw notFound();
  return {
    table,
    settings: services.settings(),
    keyring: () => services.keyring(identity.organizationId),
    signingKeys: () => {
      throw new Error('a draft signs nothing');
    },
    requestId: '',
    address: '',
    baseUrl,
    ownUrls: [],
    accept: undefined,
    userAgent: undefined,
    now,
    confirmAccess: async () => {},
    actor: { kind: 'agent', identity, keyId: '', keyHash: '', organization },
  };
}

/** Makes a draft of what could not be sent at its time, with the reason. */
function refusal(identity: Identity, loaded: LoadedDraft, { code, message }: AppError): Plan<void> {
  const { draft, mail } = loaded;
  const { organizationId, identityId, id: draftId, sendAt } = draft;
  return {
    build: (tx) => {
      const at = tx.nextTimestamp(organizationId);
      const changed: MailDraft = {
        ...draft,
        status: 'draft',
        sendAt: null,
        detail: message,
        updatedAt: at,
        version: draft.version + 1,
      };
      tx.put(replaceDraft(loaded, changed, storedForm(mail).content));
      const payload = { draftId, code, reason: message, sendAt: timestamp(sendAt ?? at) };
      tx.appendEvent(organizationId, {
        type: 'mail.draft_failed',
        identityId,
        aggregateId: draftId,
        payload,
        agents: [agentSummary(identity)],
        at,
      });
    },
  };
}
