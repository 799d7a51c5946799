import { z } from 'zod';

/** The kinds of actors. See: docs/contract/authentication.md#permissions. */
export const actorTypeSchema = z
  .enum(['user', 'agent'])
  .meta({ id: 'ActorType', description: '`user` for an org key or a login token, `agent` for an agent key.' });
