import { type Actor, userIdOf } from '#shared/runtime/pipeline/actor.ts';
import type { TaskReader } from './load-task.ts';

/** The actor in the form of event payloads and audit records. See: docs/contract/authentication.md#actor. */
export function actorPayload(actor: Actor): { actorType: 'user' | 'agent'; actorId: string } {
  return actor.kind === 'agent'
    ? { actorType: 'agent', actorId: actor.identity.id }
    : { actorType: 'user', actorId: userIdOf(actor) };
}

/** The actor as a reader of tasks. */
export function readerOf(actor: Actor): TaskReader {
  return {
    organizationId: actor.organization.id,
    identityId: actor.kind === 'agent' ? actor.identity.id : null,
  };
}
