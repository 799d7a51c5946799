import type { z } from 'zod';
import type { secretSchema } from '#shared/contract/schemas/vault.ts';
import { fitItems } from './fit.ts';
import type { ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { oneLine } from './untrusted.ts';

type Secret = z.output<typeof secretSchema>;

const CUT = 'The rest of the description is left out.';

/** A page of secrets, without values. Their names and descriptions were written within the organization. */
export function secretsResult(secrets: readonly Secret[], nextCursor: string | undefined): ToolResult {
  const records = secrets.map(({ id, name, description, version, identity_id }) => ({
    secret_id: id,
    name: oneLine(name),
    description: description && oneLine(description),
    version,
    identity_id,
  }));
  const { items, omitted } = fitItems(records, CUT);
  const cursor = omitted > 0 ? secrets[items.length - 1]?.created_at : nextCursor;
  return toolResult({ ...(secrets.length === 0 && { result: 'No secrets.' }), next_cursor: cursor, secrets: items });
}
