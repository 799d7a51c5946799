import type { Audited } from '#shared/contract/audited.ts';
import type { Route } from '#shared/contract/route.ts';
import type { Change } from '#shared/data/change.ts';
import { insertAuditEntry } from '#shared/data/entities/organization/audit-entry.ts';
import type { AuditFacts } from '#shared/data/transaction-builder.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { type AuditActor, type AuditedFields, auditedText } from '#shared/domain/organization/audit.ts';
import type { Keyring } from '../keyring.ts';
import type { Actor } from './actor.ts';
import type { Exchange } from './exchange.ts';
import type { Outcome } from './operation.ts';

/** Makes the audit entries of a commit from its outcome and from what the operation says of it. */
type MakeEntries = (outcome: Outcome<unknown>, facts: readonly AuditFacts[], now: number) => Change[];

/**
 * The audit of one request: who makes it, from where, and what its route says about the entries of its commit. A
 * request that is refused changes nothing that the audit is about, even if it counts a wrong code.
 *
 * See: docs/contract/audit.md; docs/decisions/0090-the-audit.md.
 */
export class AuditTrail {
  readonly #route: Route;
  readonly #audited: Audited;
  readonly #exchange: Exchange;
  readonly #keyring: Promise<Keyring | undefined>;
  /** The time of the last entry: a commit that met the entry of another one is tried with a later time. */
  #last = 0;

  private constructor(route: Route, audited: Audited, exchange: Exchange) {
    this.#route = route;
    this.#audited = audited;
    this.#exchange = exchange;
    this.#keyring = loadKeyring(exchange);
    // A request that is refused before its commit ignores the failure.
    this.#keyring.catch(() => {});
  }

  /** `undefined` if the route is not audited. */
  static of(route: Route, exchange: Exchange): AuditTrail | undefined {
    return route.audited === undefined ? undefined : new AuditTrail(route, route.audited, exchange);
  }

  async entries(): Promise<MakeEntries> {
    const keyring = await this.#keyring;
    return (outcome, facts, now) => {
      if (outcome.kind === 'reject') return [];
      const stated = facts.length === 0 && this.#audited.whereStated !== true ? [{}] : facts;
      return stated.map((fact) => this.#entry(outcome.body, fact, now, keyring));
    };
  }

  #entry(body: unknown, facts: AuditFacts, now: number, keyring: Keyring | undefined): Change {
    const { actor, request } = this.#exchange;
    const { target, fields = [] } = facts.other ?? this.#audited;
    const { organizationId = actor?.organization.id, actor: acting = actor && auditActorOf(actor) } = facts;
    if (organizationId === undefined || !acting) throw new Error(`${this.#route.name} does not say who acts where`);
    const record = asRecord(body);
    const {
      action = this.#audited.action ?? this.#route.name,
      targetId = idIn(record) ?? request.params.id ?? organizationId,
    } = facts;
    this.#last = Math.max(now, this.#last + 1);
    const id = makeId('audit', this.#last, randomPart());
    return insertAuditEntry({
      id,
      organizationId,
      createdAt: this.#last,
      actorType: acting.type,
      actorId: acting.id,
      actorLabel: acting.label,
      sealedAddress: keyring?.seal('audit', id, request.address) ?? null,
      address: keyring === undefined ? request.address : null,
      action,
      targetType: target,
      targetId,
      before: auditedText(facts.before, fields),
      after: auditedText(facts.after === undefined ? record : facts.after, fields),
    });
  }
}

/** The keyring that seals addresses; undefined in a function that may not use the one of the stage. */
async function loadKeyring({ services, actor }: Exchange): Promise<Keyring | undefined> {
  return services.auditsInClear === true ? undefined : services.keyring(actor?.organization.id);
}

/** The actor of a request as entries name it. A person who acts by a login token is the person, whatever the key. */
function auditActorOf(actor: Actor): AuditActor {
  if (actor.kind === 'agent') return { type: 'agent', id: actor.identity.id, label: actor.identity.handle };
  const { session, keyId } = actor;
  return session === undefined
    ? { type: 'api_key', id: keyId, label: null }
    : { type: 'user', id: session.userId, label: session.email };
}

function asRecord(body: unknown): AuditedFields | null {
  return typeof body === 'object' && body !== null ? (body as AuditedFields) : null;
}

function idIn(record: AuditedFields | null): string | undefined {
  return typeof record?.id === 'string' ? record.id : undefined;
}
