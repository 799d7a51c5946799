import { type Domain, findDomain } from '#shared/data/entities/mail/domain.ts';
import type { Table } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';

/** Loads a domain of the actor's organization. Throws 404 if there is none. */
export async function loadDomain(table: Table, actor: Actor, id: string): Promise<Domain> {
  const domain = await findDomain(table, actor.organization.id, id);
  if (domain === undefined) throw notFound();
  return domain;
}
