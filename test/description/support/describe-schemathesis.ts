import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '#testing/operations.ts';
import { peerOf } from '../../contract/support/a2a-examples.ts';
import { OPERATION_NAMES } from '../../contract/support/example-requests.ts';
import { makeFixture } from '../../contract/support/fixture.ts';
import { serviceOverHttp } from '../../contract/support/tested-service.ts';
import { CompletingAgent } from './completing-agent.ts';
import { ConnectedStreams } from './connected-streams.ts';
import { type KeyKind, makeExamplePool, mayCall } from './example-pool.ts';
import { labelOf, PHASES, runSchemathesis, type SchemathesisRun } from './schemathesis.ts';

/** A run with many examples takes an hour. */
const TIMEOUT_MS = 3_600_000;

/** Schemathesis leaves out the operation from which it reads the description. */
const TESTED = OPERATION_NAMES.filter((name) => name !== 'getDescription');

/**
 * Declares the tests of one run of schemathesis, one for each operation. `neverSucceeds` names the operations for which
 * no generated request can succeed, with the reason.
 */
export function describeSchemathesis(keyKind: KeyKind, neverSucceeds: Partial<Record<OperationName, string>>): void {
  describe(`schemathesis with an ${keyKind} key`, () => {
    let run: SchemathesisRun;
    const agents: CompletingAgent[] = [];
    const streams = new ConnectedStreams();

    beforeAll(async () => {
      const fixture = await makeFixture(serviceOverHttp());
      await peerOf(fixture);
      const { api_keys } = await fixture.organization.api.ok('listApiKeys');
      const examples = await makeExamplePool(fixture, keyKind, streams);
      if (keyKind === 'agent')
        agents.push(new CompletingAgent(await peerOf(fixture)), new CompletingAgent(fixture.agent));
      run = await runSchemathesis(
        fixture,
        keyKind,
        examples,
        api_keys.map(({ id }) => id),
      );
      console.log(summaryOf(run.output));
    }, TIMEOUT_MS);

    afterAll(async () => {
      streams.close();
      await Promise.all(agents.map((agent) => agent.stop()));
    });

    test('The phases of schemathesis complete, over every operation, without an error of its own', () => {
      const { report, output } = run;
      expect(report.errors, output).toEqual([]);
      expect(report.stop_reason).toBe('completed');
      expect(report.operations).toMatchObject({ selected: TESTED.length, tested: TESTED.length });
      const ran = Object.entries(report.phases).filter(([, { skip_reason }]) => skip_reason === null);
      expect(ran.map(([name]) => name.toLowerCase())).toEqual(expect.arrayContaining([...PHASES]));
    });

    test('This file reports every failure that schemathesis counted', () => {
      expect(run.failures.size > 0).toBe(run.report.test_cases.with_failures > 0);
    });

    test.each(TESTED)('Schemathesis finds no failure in %s', (name) => {
      expect(run.failures.get(labelOf(name))?.join('\n') ?? '').toBe('');
    });

    test('Schemathesis finds no failure outside of an operation', () => {
      const labels = new Set(TESTED.map(labelOf));
      const others = [...run.failures].filter(([name]) => !labels.has(name));
      expect(others).toEqual([]);
    });

    test('Every operation that the key may call succeeds at least once, except those that cannot', () => {
      const expected = TESTED.filter((name) => mayCall(name, keyKind) && neverSucceeds[name] === undefined);
      const statuses = expected.map((name) => [name, run.statuses(name)] as const);
      expect(statuses.filter(([, counts]) => !Object.keys(counts).some((status) => Number(status) < 400))).toEqual([]);
    });
  });
}

/** The end of the output, where schemathesis summarizes its run. */
function summaryOf(output: string): string {
  return output.slice(Math.max(0, output.lastIndexOf('= SUMMARY =')));
}
