import { StateClient } from './state-client.ts';
import type { WriterOptions } from './state-record.ts';
import { writeAgents } from './write-agents.ts';
import { writeApprovalEmail } from './write-approval-email.ts';
import { writeApprovals } from './write-approvals.ts';
import { writeBudget } from './write-budget.ts';
import { writeDisabled } from './write-disabled.ts';
import { writeDrafts } from './write-drafts.ts';
import { writeGrants } from './write-grants.ts';
import { writeMail } from './write-mail.ts';
import { writePeople } from './write-people.ts';
import { writeTokens } from './write-tokens.ts';
import { writeVault } from './write-vault.ts';
import { writeWaiting } from './write-waiting.ts';

/**
 * Writes rows of every kind to a running stack of its own release, prints the record of what it wrote, and keeps its
 * connections until its input ends: `node test/compatibility/write-state.ts '<options>'`.
 */
const options = JSON.parse(process.argv[2] ?? '') as WriterOptions;
const client = new StateClient(options);
if (options.state === 'waiting') {
  await writeWaiting(client);
} else {
  const approverEmailed = await writeApprovalEmail(client);
  await writePeople(client);
  await writeGrants(client);
  await writeMail(client);
  await writeAgents(client);
  await writeVault(client);
  await writeTokens(client);
  await writeApprovals(client);
  await writeDrafts(client);
  await writeBudget(client);
  await writeDisabled(client);
  await approverEmailed();
}
process.stdout.write(`${JSON.stringify(client.record)}\n`);
process.stdin.resume().once('end', () => process.exit(0));
