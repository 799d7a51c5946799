import {
  DeleteTenantResourceAssociationCommand,
  NotFoundException,
  paginateListResourceTenants,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';

let client: SESv2Client | undefined;

/**
 * Removes a domain from every SES tenant that may send from it: one for each organization that has sent from it.
 *
 * Source: SES API v2 reference, ListResourceTenants, DeleteTenantResourceAssociation.
 */
export async function removeTenantAssociations(domain: string): Promise<void> {
  client ??= new SESv2Client(clientOptions({ maxAttempts: 3 }));
  const ResourceArn = `${readEnv('SES_ARN_PREFIX').SES_ARN_PREFIX}:identity/${domain}`;
  for await (const { ResourceTenants = [] } of paginateListResourceTenants({ client }, { ResourceArn })) {
    for (const { TenantName } of ResourceTenants) {
      await client
        .send(new DeleteTenantResourceAssociationCommand({ TenantName, ResourceArn }))
        .catch((error: unknown) => {
          if (!(error instanceof NotFoundException)) throw error;
        });
    }
  }
}
