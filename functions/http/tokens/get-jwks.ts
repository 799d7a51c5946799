import * as routes from '#shared/contract/routes/tokens.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

/** Also of a stage that has signed nothing: a service may ask for the keys when it is told of the issuer. */
export const getJwks = operation(routes.getJwks, async ({ signingKeys }) =>
  reply({ keys: await signingKeys().publicKeys() }),
);
