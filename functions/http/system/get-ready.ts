import * as routes from '#shared/contract/routes/system.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { clockKey } from '#shared/data/entities/log/clock.ts';
import { getRow } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';

/** See: docs/contract/conventions.md#health-and-description. */
const TIMEOUT_MS = 2000;

export const getReady = operation(routes.getReady, async ({ table }) => {
  try {
    // Any read will do, also of a row that does not exist.
    await getRow(table, anyRow, clockKey('ready'), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return reply({ status: 'ok' });
  } catch {
    throw new AppError('service.unavailable', 'The database does not respond.', {
      extraFields: { status: 'unavailable' },
    });
  }
});
