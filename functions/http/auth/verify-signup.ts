import * as routes from '../../../shared/contract/routes/auth.ts';
import { insertApiKey } from '../../../shared/data/entities/api-key.ts';
import { newApiKey } from '../../../shared/data/entities/new-api-key.ts';
import { insertOrganization, type Organization } from '../../../shared/data/entities/organization.ts';
import { findUserByEmail, insertMembership, insertUser } from '../../../shared/data/entities/user.ts';
import {
  findCode,
  type PendingSignup,
  replaceCode,
  signupKey,
} from '../../../shared/data/entities/verification-code.ts';
import { generateApiKey } from '../../../shared/domain/api-key.ts';
import { judgeGuess } from '../../../shared/domain/code.ts';
import { makeId, randomPart } from '../../../shared/domain/ids.ts';
import { codePlace } from '../../../shared/runtime/issue-code.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { wrongGuess } from './wrong-guess.ts';

export const verifySignup = operation(
  routes.verifySignup,
  async ({ table, settings, now, keyring: loadKeyring }, { body }) => {
    const { email } = body;
    const key = signupKey(email);
    const [pending, user, keyring] = await Promise.all([
      findCode<PendingSignup>(table, key),
      findUserByEmail(table, email),
      loadKeyring(),
    ]);
    const guess = keyring.mac('code', codePlace(key, email), body.code);
    const judgement = judgeGuess(pending, guess, settings.limits, now);
    if (!judgement.right) return wrongGuess(key, pending, judgement, settings.limits);
    // The address has an account: no code was mailed, so whatever fits was only guessed.
    const signup = judgement.code;
    if (!signup.real || user !== undefined) {
      return wrongGuess(key, pending, { right: false, error: 'auth.code_invalid', counts: true }, settings.limits);
    }

    const organizationId = makeId('organization', now, randomPart());
    const apiKeyText = generateApiKey('org');
    return write([organizationId], (staging) => {
      const createdAt = staging.tick(organizationId);
      const userId = makeId('user', createdAt, randomPart());
      const organization: Organization = {
        id: organizationId,
        name: signup.organizationName,
        slug: signup.organizationSlug,
        ownerEmail: email,
        ownerVerified: true,
        agentCount: 0,
        claimedBy: userId,
        createdAt,
      };
      const apiKey = newApiKey(apiKeyText, { organizationId, name: 'admin', identityId: null, createdAt });
      const { name, slug } = organization;
      const { passwordHash } = signup;
      // A slug that is taken meanwhile undoes all of it: the code stays good.
      staging.put(
        ...insertOrganization(organization),
        ...insertApiKey(apiKey, organization),
        ...insertUser({ id: userId, email, passwordHash, passwordVersion: 1, createdAt }),
        insertMembership(userId, { organizationId, name, slug }),
        replaceCode(key, { ...signup, used: true, passwordHash: '' }),
      );
      return reply({
        api_key: apiKeyText,
        key_prefix: apiKey.keyPrefix,
        organization: { id: organizationId, name, slug },
        user: { id: userId, email },
      });
    });
  },
);
