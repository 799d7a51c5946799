import * as routes from '#shared/contract/routes/tokens.ts';
import { discoveryDocument } from '#shared/domain/oauth/metadata.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { issuerOf } from '#shared/services/issuer/issuer-of.ts';

export const getOpenidConfiguration = operation(routes.getOpenidConfiguration, async (context) =>
  reply(discoveryDocument(issuerOf(context))),
);
