import * as routes from '#shared/contract/routes/tokens.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

/** Also of a stage that has signed nothing: a service may read the keys as soon as it trusts the issuer. */
export const getJwks = operation(routes.getJwks, async ({ signingKeys }) =>
  reply({ keys: await signingKeys().publicKeys() }),
);
