import type { EventRow } from '#shared/data/entities/log/event.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { mayUse, scopesOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { visibleEvents } from '#shared/runtime/pipeline/scopes.ts';
import type { ResponseReader } from '#shared/services/deliveries/kept-responses.ts';
import type { TaskReader } from '#shared/services/tasks/load-task.ts';

/** Who reads a trace, and what of it. Whatever it may not see is left out, as if it were not there. */
export interface TraceReader extends ResponseReader {
  readonly organizationId: string;
  /** The agent that it reads the mailbox of; `undefined` for all of the organization. */
  readonly agentId: string | undefined;
  readonly ofTasks: TaskReader;
  readonly seesMail: boolean;
  readonly seesTasks: boolean;
  readonly seesDeliveries: boolean;
  readonly passes: (event: EventRow) => boolean;
  readonly mayUse: (resource: { readonly identityId: string | null }) => boolean;
}

/**
 * The reader that an actor is. A credential with scopes sees what its scopes show, and never the deliveries of
 * endpoints, which no scope reaches.
 *
 * See: docs/contract/scopes.md; docs/contract/authentication.md#permissions.
 */
export function traceReader({ table, actor, now, keyring }: AuthenticatedContext): TraceReader {
  const scopes = scopesOf(actor);
  const has = (scope: Scope) => scopes === undefined || scopes.includes(scope);
  const agentId = actor.kind === 'agent' ? actor.identity.id : undefined;
  const organizationId = actor.organization.id;
  return {
    table,
    organizationId,
    now,
    keyring,
    agentId,
    ofTasks: { organizationId, identityId: agentId ?? null },
    seesMail: has('mail.read'),
    seesTasks: has('tasks'),
    seesDeliveries: scopes === undefined,
    passes: visibleEvents(actor, {}),
    mayUse: (resource) => mayUse(actor, resource),
  };
}
