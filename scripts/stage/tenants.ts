import {
  DeleteTenantResourceAssociationCommand,
  NotFoundException,
  paginateListResourceTenants,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';

/**
 * Removes a resource of SES from every tenant, and returns their number. The sender adds the stage's domain and
 * configuration set to a tenant for each organization that sends, and SES deletes neither before.
 *
 * Source: SES API v2 reference, ListResourceTenants, DeleteTenantResourceAssociation.
 */
export async function releaseFromTenants(ses: SESv2Client, ResourceArn: string): Promise<number> {
  const names: (string | undefined)[] = [];
  try {
    for await (const page of paginateListResourceTenants({ client: ses }, { ResourceArn })) {
      names.push(...(page.ResourceTenants ?? []).map(({ TenantName }) => TenantName));
    }
  } catch (error) {
    // The resource itself does not exist.
    if (error instanceof NotFoundException) return 0;
    throw error;
  }
  for (const TenantName of names) {
    await ses.send(new DeleteTenantResourceAssociationCommand({ TenantName, ResourceArn })).catch((error: unknown) => {
      if (!(error instanceof NotFoundException)) throw error;
    });
  }
  return names.length;
}
