import { type CommonOptions, type Context, clientOf, outputOf } from '../context.ts';
import { checkAccount } from '../doctor/check-account.ts';
import { checkService } from '../doctor/check-service.ts';
import { printable } from '../output/table.ts';

/** Looks for what is wrong, and says what to do about it. Fails if something is. */
export async function doctor(context: Context, options: CommonOptions): Promise<void> {
  const { signal } = context;
  const output = outputOf(context, options);
  const client = clientOf(context, options);
  const ofService = await checkService(client.url, signal);
  const isThere = ofService[0]?.result === 'ok';
  const findings = [...ofService, ...(isThere ? await checkAccount(client, signal) : [])];
  for (const finding of findings) {
    const { check, result, message, advice } = finding;
    const line = `${result.padEnd(4)}  ${check.padEnd(8)}  ${message}${advice === null ? '' : `. ${advice}`}`;
    output.show(printable(line), finding);
  }
  const failed = findings.filter(({ result }) => result === 'fail').length;
  if (failed > 0) throw new Error(failed === 1 ? '1 check has failed' : `${failed} checks have failed`);
}
