import type { HandCommand } from '../command.ts';
import { clientOf, outputOf } from '../context.ts';
import { checkAccount } from '../doctor/check-account.ts';
import { checkService } from '../doctor/check-service.ts';

/** Diagnoses problems and says what to do about each. Fails if a check fails. */
export const doctor: HandCommand = {
  command: ['doctor'],
  title: 'Diagnose problems',
  text: 'Checks the address, the versions, the clock, the key, the DNS records of domains and the webhook endpoints, says what to do, and fails if any check fails.',
  arguments: [],
  options: [
    {
      flags: '--deliver',
      text: 'Also make the service send each endpoint a test delivery, and send one with a wrong signature, which it must refuse.',
    },
  ],
  async run(context, _args, options) {
    const { signal } = context;
    const output = outputOf(context, options);
    const client = clientOf(context, options);
    const ofService = await checkService(client.url, signal);
    const isThere = ofService[0]?.result === 'ok';
    const findings = [
      ...ofService,
      ...(isThere ? await checkAccount(client, { deliver: options.deliver === true }, signal) : []),
    ];
    for (const finding of findings) {
      const { check, result, message, advice } = finding;
      const line = `${result.padEnd(4)}  ${check.padEnd(9)}  ${message}${advice === null ? '' : `. ${advice}`}`;
      output.show(line, finding);
    }
    const failed = findings.filter(({ result }) => result === 'fail').length;
    if (failed > 0) throw new Error(failed === 1 ? '1 check failed' : `${failed} checks failed`);
  },
};
