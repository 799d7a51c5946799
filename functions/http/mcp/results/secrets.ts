import type { z } from 'zod';
import type { secretSchema } from '#shared/contract/schemas/vault.ts';
import { pageResult } from './page-result.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { oneLine } from './untrusted.ts';

type Secret = z.output<typeof secretSchema>;

const CUT = 'The rest of the description is omitted.';

/** A page of secrets, without values. Their names and descriptions were written within the organization. */
export function secretsResult(secrets: readonly Secret[], nextCursor: string | undefined): ToolResult {
  return pageResult({ noun: 'secrets', rows: secrets, recordOf: secretItem, nextCursor, cut: CUT });
}

function secretItem({ id, name, description, version, identity_id, hosts }: Secret): ResultRecord {
  return {
    secret_id: id,
    name: oneLine(name),
    description: description && oneLine(description),
    version,
    identity_id,
    hosts,
  };
}
