import * as routes from '#shared/contract/routes/a2a-access.ts';
import { DIRECTORY_CLOCK, putListing, removeListing } from '#shared/data/entities/a2a/a2a-directory.ts';
import { type A2aSettings, readSettings, replaceSettings } from '#shared/data/entities/a2a/a2a-settings.ts';
import { agentSummary, type Identity, replaceIdentity } from '#shared/data/entities/organization/identity.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { requireBytes } from '#shared/domain/a2a/content.ts';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { actorPayload } from '#shared/services/tasks/actor.ts';
import { mutableFields, settingsRecord } from './settings-record.ts';

/** Bytes of description and skills. The directory lists two hundred agents in one response of at most 6 MB. */
const MAX_LISTED_BYTES = 12 * 1024;

export const putA2aSettings = resourceOperation(
  routes.putA2aSettings,
  loadIdentity,
  async ({ actor, table, baseUrl }, identity, { body }) => {
    const before = await readSettings(table, identity.id);
    const after: A2aSettings = {
      ...before,
      publiclyDiscoverable: body.publicly_discoverable ?? before.publiclyDiscoverable,
      filterMode: body.filter_mode ?? before.filterMode,
      description: body.description === undefined ? before.description : body.description || null,
      skills: body.skills?.map((skill) => ({ tags: [], examples: [], ...skill })) ?? before.skills,
      version: before.version + 1,
    };
    requireBytes([after.description ?? identity.description, after.skills], MAX_LISTED_BYTES, 'skills');
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return reply(settingsRecord(identity, before, baseUrl));

    const { organizationId } = identity;
    const _newlyListed = after.publiclyDiscoverable && before.listedAt === null;
    return write((tx) => {
      const updatedAt = tx.nextTimestamp(organizationId);
      const settings = { ...after, updatedAt, listedAt: stageListing(tx, identity, before, after) };
      tx.put(replaceSettings(identity.id, settings));
      if (after.publiclyDiscoverable !== identity.publiclyDiscoverable) {
        const { publiclyDiscoverable } = after;
        tx.put(replaceIdentity({ ...identity, publiclyDiscoverable, updatedAt, version: identity.version + 1 }));
      }
      tx.appendEvent(organizationId, {
        type: 'a2a.settings.updated',
        identityId: identity.id,
        aggregateId: identity.id,
        payload: { identityId: identity.id, changes, actor: actorPayload(actor) },
        agents: [agentSummary(identity)],
        at: updatedAt,
      });
      tx.audit({ before: settingsRecord(identity, before, baseUrl) });
      return reply(settingsRecord(identity, settings, baseUrl));
    });
  },
);

/** The changed settings, under their names in the API. See: docs/contract/events.md#payload-values. */
function changesOf(before: A2aSettings, after: A2aSettings) {
  const [from, to] = [Object.entries(mutableFields(before)), new Map(Object.entries(mutableFields(after)))];
  const changed = from.filter(([name, value]) => canonicalJson(value) !== canonicalJson(to.get(name)));
  return Object.fromEntries(changed.map(([name, value]) => [name, { from: value, to: to.get(name) }]));
}

/** Adds the agent to the directory, updates it there, or removes it. Returns the time since which it is listed. */
function stageListing(
  tx: TransactionBuilder,
  identity: Identity,
  before: A2aSettings,
  after: A2aSettings,
): number | null {
  const { id: identityId, organizationId, handle, displayName } = identity;
  if (!after.publiclyDiscoverable) {
    if (before.listedAt !== null) tx.put(removeListing({ identityId, createdAt: before.listedAt }));
    return null;
  }
  const createdAt = before.listedAt ?? tx.nextTimestamp(DIRECTORY_CLOCK);
  const description = after.description ?? identity.description;
  tx.put(putListing({ identityId, organizationId, handle, displayName, description, skills: after.skills, createdAt }));
  return createdAt;
}
