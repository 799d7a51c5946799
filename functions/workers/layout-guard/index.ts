import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';
import { getTable } from '#shared/runtime/clients.ts';
import { logger } from '#shared/runtime/log.ts';
import { createLogs } from './create-logs.ts';
import { guardLayout } from './guard-layout.ts';
import { isRollingBack } from './stack-status.ts';

/** CloudFormation accepts a response of 4096 bytes. */
const MAX_REASON_LENGTH = 2000;

/**
 * A resource of the service stack, which CloudFormation creates or updates before any other function. It fails, and the
 * deployment with it, if the release that is deployed may not work on the rows of the table. It also creates the logs
 * that no stack has.
 *
 * See: docs/decisions/0032-releases-and-migrations.md#layouts; docs/decisions/0077-logs-outlive-a-rollback.md; AWS
 * CloudFormation user guide, Custom resource request and response reference.
 */
export const handler = async (event: CloudFormationCustomResourceEvent): Promise<void> => {
  const reason = await refusalOf(event);
  if (reason !== undefined) logger.error('the deployment is refused', { reason });
  await respond(event, reason);
};

/**
 * Why the deployment is refused. Every failure of the guard itself is a reason, or the stack would wait for a response.
 */
async function refusalOf(event: CloudFormationCustomResourceEvent): Promise<string | undefined> {
  try {
    return await guardLayout(event, { table: getTable, createLogs, isRollingBack: () => isRollingBack(event.StackId) });
  } catch (error) {
    const { name, message } = error as Error;
    return `the guard has failed, so the release is not deployed: ${name}: ${message}`;
  }
}

async function respond(event: CloudFormationCustomResourceEvent, reason: string | undefined): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const common = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: 'layout' };
  const response: CloudFormationCustomResourceResponse =
    reason === undefined
      ? { ...common, Status: 'SUCCESS', Reason: '' }
      : { ...common, Status: 'FAILED', Reason: reason.slice(0, MAX_REASON_LENGTH) };
  // As bytes, so that no content type is sent: the signature of the address may be over an empty one.
  const body = new TextEncoder().encode(JSON.stringify(response));
  const { ok, status } = await fetch(event.ResponseURL, { method: 'PUT', body });
  if (!ok) throw new Error(`CloudFormation did not accept the response: ${status}`);
}
