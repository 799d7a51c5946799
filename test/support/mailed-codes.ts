import type { Table } from '#shared/data/table-client.ts';
import { mailContext, NO_ORGANIZATION } from '#shared/services/codes/issue-code.ts';
import type { InProcessApi } from './in-process-api.ts';
import { outboxOf } from './outbox.ts';

/** Every email with a code, oldest first, from the outbox of an organization or of the service. */
export async function mailedCodes(api: InProcessApi, table: Table, to: string, organizationId = NO_ORGANIZATION) {
  const keyring = await api.services.keyring();
  const rows = await outboxOf(table, organizationId);
  const mails = rows
    .flatMap((row) => (row.kind === 'code_mail' && row.to === to ? [row] : []))
    .sort((a, b) => a.createdAt - b.createdAt);
  return Promise.all(
    mails.map(async (row) => ({
      purpose: row.purpose,
      organizationName: row.organizationName,
      code: (await keyring.open('code-mail', mailContext(row), row.sealedCode)).reveal(),
    })),
  );
}

/** A code that differs from `code`. */
export function wrongCode(code: string, offset = 1): string {
  return String((Number(code) + offset) % 1_000_000).padStart(6, '0');
}
