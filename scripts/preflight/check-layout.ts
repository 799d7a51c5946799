import { GetTemplateCommand, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { StageConfig } from '#lib/config.ts';
import { LAYOUT_RESOURCE_TYPE } from '#lib/layout-resource.ts';
import { dataStackNameOf, serviceStackNameOf } from '#lib/settings.ts';
import { examineLayout } from '#shared/data/table-layout.ts';
import { LAYOUT, overlapRefusal, type ReleaseLayouts, spanOf } from '#shared/domain/stage/layout.ts';
import type { Account } from './account.ts';
import { type Finding, fail, isNamed, ok } from './finding.ts';

const SUBJECT = 'layout';

/**
 * Checks that this release may work on the rows of the stage, and at the same time as the deployed release. The guard
 * in the service stack refuses the deployment for the same reasons.
 *
 * See: docs/decisions/0032-releases-and-migrations.md#layouts.
 */
export async function checkLayout(account: Account, config: StageConfig): Promise<Finding> {
  const deployed = await deployedLayouts(account, serviceStackNameOf(config));
  const overlap = deployed && overlapRefusal(deployed, LAYOUT);
  if (overlap !== undefined) return fail(SUBJECT, overlap);
  const name = config.restoredTable?.name ?? (await createdTable(account, dataStackNameOf(config)));
  if (name === undefined) return ok(SUBJECT, `the stage is new, and gets layout ${LAYOUT.writes}`);
  const { found, refusal } = await examineLayout({ client: account.rows, name }, LAYOUT);
  if (refusal !== undefined) return fail(SUBJECT, refusal);
  if (await hasOldKey(account, dataStackNameOf(config))) {
    return fail(
      SUBJECT,
      `the stage was deployed by a release before 0.2.0: the key of ${dataStackNameOf(config)} cannot become ` +
        'multi-Region, and the deployment would fail at it, also without rows; deploy a new stage, with another AID_STAGE',
    );
  }
  if (found === undefined) return ok(SUBJECT, `table ${name} is empty, and gets layout ${LAYOUT.writes}`);
  return ok(SUBJECT, `table ${name} has ${spanOf(found.oldest, found.newest)}`);
}

/** The layouts of the deployed release, by its template; `undefined` if none is deployed, or one before 0.2.0. */
async function deployedLayouts(account: Account, stack: string): Promise<ReleaseLayouts | undefined> {
  const resources = Object.values(await templateOf(account, stack));
  const { Properties } = resources.find(({ Type }) => Type === LAYOUT_RESOURCE_TYPE) ?? {};
  return Properties && { reads: (Properties.Reads ?? []).map(Number), writes: Number(Properties.Writes) };
}

/**
 * Whether a release before 0.2.0 made the application key of a stage. Whether a key is multi-Region cannot be changed,
 * and a stage that was taken down, or has no rows yet, shows nothing else of that release.
 */
async function hasOldKey(account: Account, stack: string): Promise<boolean> {
  return Object.entries(await templateOf(account, stack)).some(
    ([id, { Type, Properties }]) =>
      Type === 'AWS::KMS::Key' && id.startsWith('KeysApplication') && Properties?.MultiRegion !== true,
  );
}

interface TemplateResource {
  readonly Type: string;
  readonly Properties?: {
    readonly Reads?: readonly string[];
    readonly Writes?: string;
    readonly MultiRegion?: boolean;
  };
}

/** The resources of the template that a stack was deployed with; none if there is no such stack. */
async function templateOf({ stacks }: Account, StackName: string): Promise<Record<string, TemplateResource>> {
  const text = await ofExisting(async () => (await stacks.send(new GetTemplateCommand({ StackName }))).TemplateBody);
  return (JSON.parse(text ?? '{}') as { Resources?: Record<string, TemplateResource> }).Resources ?? {};
}

async function createdTable({ stacks }: Account, StackName: string): Promise<string | undefined> {
  return ofExisting(async () => {
    for await (const page of paginateListStackResources({ client: stacks }, { StackName })) {
      const table = page.StackResourceSummaries?.find(({ ResourceType }) => ResourceType === 'AWS::DynamoDB::Table');
      if (table !== undefined) return table.PhysicalResourceId;
    }
    return undefined;
  });
}

/** The result for a stack; `undefined` if there is no such stack. */
async function ofExisting<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isNamed(error, 'ValidationError')) return undefined;
    throw error;
  }
}
