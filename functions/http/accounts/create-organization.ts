import * as routes from '#shared/contract/routes/accounts.ts';
import { insertApiKey } from '#shared/data/entities/organization/api-key.ts';
import { newApiKey } from '#shared/data/entities/organization/new-api-key.ts';
import { insertOrganization, type Organization } from '#shared/data/entities/organization/organization.ts';
import { ownerCodeKey, putCode } from '#shared/data/entities/organization/verification-code.ts';
import { findCodeMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { countCreatedOrganization } from '#shared/runtime/pipeline/rate-limits.ts';
import { codeContext, issueCode, verificationCode } from '#shared/services/codes/issue-code.ts';

export const createOrganization = operation(
  routes.createOrganization,
  async ({ table, now, settings, address, keyring: loadKeyring }, { body }) => {
    const { limits } = settings;
    const id = makeId('organization', now, randomPart());
    const key = generateApiKey('org');
    const ownerEmail = body.owner_email ?? null;
    const mail =
      ownerEmail === null
        ? null
        : { keyring: await loadKeyring(), budget: await findCodeMailBudget(table, ownerEmail, limits, now), limits };

    return write((tx) => {
      const createdAt = tx.nextTimestamp(id);
      const organization: Organization = {
        id,
        name: body.name,
        slug: body.slug,
        ownerEmail,
        ownerVerified: false,
        agentCount: 0,
        claimedBy: null,
        createdAt,
      };
      const apiKey = newApiKey(key, { organizationId: id, name: 'admin', identityId: null, createdAt });
      tx.put(
        countCreatedOrganization(table, address, limits, now),
        ...insertOrganization(organization),
        ...insertApiKey(apiKey, organization),
      );
      // No one has signed in: who holds the first key is who has created the organization.
      tx.audit({ organizationId: id, actor: { type: 'api_key', id: apiKey.id, label: null } });

      if (ownerEmail !== null && mail !== null) {
        const codeKey = ownerCodeKey(id);
        const issued = issueCode(tx, mail, {
          purpose: 'owner',
          to: ownerEmail,
          organizationName: body.name,
          organizationId: id,
          context: codeContext(codeKey, ownerEmail),
        });
        tx.put(putCode(codeKey, verificationCode(ownerEmail, issued, createdAt)));
      }

      return reply({
        id,
        name: organization.name,
        slug: organization.slug,
        owner_email: ownerEmail,
        owner_verified: false,
        admin_api_key: key,
        created_at: timestamp(createdAt),
      });
    });
  },
);
