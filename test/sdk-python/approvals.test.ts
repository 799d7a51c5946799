import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { sdkEnvironment, startProgram } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

test('A program of the Python SDK waits for a person to edit its email and to approve its lease', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await organization.api.ok('setApprovalSettings', { body: { mail: 'always', vault: 'always' } });
  const environment = sdkEnvironment(sharedStack().baseUrl, agent.key);
  const program = startProgram(sdk.bin, 'approvals', ['ada@elsewhere.example'], environment);
  const approve = (kind: string, edits?: { text: string }) =>
    eventually(async () => {
      const { approvals } = await organization.api.ok('listApprovals', { query: { status: 'pending' } });
      const [held] = approvals.filter((one) => one.kind === kind);
      expect(held, program.output()).toBeDefined();
      if (held === undefined) return;
      const body = { content_hash: held.content_hash, edits };
      await organization.api.ok('approveAction', { params: { id: held.id }, body });
    });
  await approve('mail', { text: 'It costs 80.' });
  await approve('lease');
  expect(await program.ended, program.output()).toBe(0);
  expect(program.output()).toBe('held True\napproved It costs 80.\nheld True\napproved\nthe value\n');
});
