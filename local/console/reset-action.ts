import type { ApiGateway } from '../gateway/api-gateway.ts';
import { LocalAccepted, LocalRefusal } from '../gateway/local-routes.ts';
import type { Workspace } from '../state/workspace.ts';

interface ResetProps {
  readonly workspace: Workspace;
  readonly gateway: ApiGateway;
  /** The file of the bundled engine; none when the table is in an engine that the environment names. */
  readonly tableFile: string | undefined;
  readonly isReady: () => boolean;
  /** Stops the stack, and starts it again with the same ports. */
  readonly restart: () => void;
}

/**
 * Deletes all data of the stack: it starts again with an empty state folder. After the response, requests get 503 until
 * the empty stack is ready.
 *
 * See: docs/contract/local-profile.md#reset.
 */
export function resetAction({ workspace, gateway, tableFile, isReady, restart }: ResetProps) {
  return (body: unknown): LocalAccepted => {
    if (typeof body !== 'object' || body === null || Object.keys(body).length > 0)
      throw new LocalRefusal('The body of a reset must be an empty object.');
    if (tableFile === undefined)
      throw new LocalRefusal('The table is in the engine of AID_DYNAMODB_ENDPOINT: delete it there.');
    if (!isReady()) throw new LocalRefusal('The stack is still starting.');
    workspace.markForReset();
    gateway.shut();
    return new LocalAccepted({ reset: true }, restart);
  };
}
