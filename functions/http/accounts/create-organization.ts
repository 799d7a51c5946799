import { randomInt } from 'node:crypto';
import * as routes from '../../../shared/contract/routes/accounts.ts';
import { insertApiKey } from '../../../shared/data/entities/api-key.ts';
import { insertOrganization, type Organization } from '../../../shared/data/entities/organization.ts';
import { insertOutbox } from '../../../shared/data/entities/outbox.ts';
import { ownerCodeKey, putCode } from '../../../shared/data/entities/verification-code.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../../../shared/domain/api-key.ts';
import { makeId, randomPart } from '../../../shared/domain/ids.ts';
import { MINUTE, timestamp } from '../../../shared/domain/time.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';

export const createOrganization = operation(
  routes.createOrganization,
  async ({ now, settings, keyring: loadKeyring }, { body }) => {
    const id = makeId('organization', now, randomPart());
    const key = generateApiKey('org');
    const ownerEmail = body.owner_email ?? null;
    const keyring = ownerEmail === null ? null : await loadKeyring();

    return write([id], (staging) => {
      const createdAt = staging.tick(id);
      const organization: Organization = {
        id,
        name: body.name,
        slug: body.slug,
        ownerEmail,
        ownerVerified: false,
        agentCount: 0,
        createdAt,
      };
      const apiKey = {
        id: makeId('apiKey', createdAt, randomPart()),
        organizationId: id,
        name: 'admin',
        identityId: null,
        keyPrefix: apiKeyPrefix(key),
        keyHash: hashApiKey(key),
        createdAt,
        lastUsedAt: null,
        revokedAt: null,
      };
      staging.put(...insertOrganization(organization), ...insertApiKey(apiKey, organization));

      if (ownerEmail !== null && keyring !== null) {
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        const codeKey = ownerCodeKey(id);
        const { codeMinutes } = settings.limits;
        const mac = keyring.mac('code', codeKey.pk, code);
        staging.put(
          putCode(codeKey, { email: ownerEmail, mac, expiresAt: createdAt + codeMinutes * MINUTE, guesses: 0 }),
          insertOutbox({
            id: randomPart(),
            organizationId: id,
            createdAt,
            kind: 'code_mail',
            purpose: 'owner',
            to: ownerEmail,
            organizationName: body.name,
            sealedCode: keyring.seal('code-mail', id, code),
            minutes: codeMinutes,
          }),
        );
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
