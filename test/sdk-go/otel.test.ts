import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION } from '#shared/domain/stage/release.ts';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { buildConsumer, GO_OTEL, goTests, sentenceOf } from './support/go-module.ts';
import { GoTestRun } from './support/go-test.ts';

let service: ScriptedService;
let run: GoTestRun;

beforeAll(async () => {
  service = await ScriptedService.start();
  run = await GoTestRun.of(GO_OTEL, [], { AID_TEST_SCENARIOS: service.url });
});

afterAll(() => service.stop());

const NAMES = goTests({ module: GO_OTEL });

/** The exporter of the README, of the same release as the module. */
const EXPORTER = 'go.opentelemetry.io/otel/exporters/stdout/stdouttrace@v1.41.0';

test.each(NAMES.map((name) => ({ name, title: sentenceOf(name) })))('Go with OpenTelemetry: $title', ({ name }) =>
  run.expectPassed(name),
);

test('go vet finds nothing in the module for OpenTelemetry, and its go.mod is as go mod tidy writes it', async () => {
  for (const tags of ['', 'stack']) await mustRun('go', ['vet', `-tags=${tags}`, './...'], { cwd: GO_OTEL });
  await mustRun('go', ['mod', 'tidy', '-diff'], { cwd: GO_OTEL });
});

test('The module for OpenTelemetry requires the SDK of its own version', () => {
  const [, version] =
    /^\tgit\.example\/aid\/aid\/clients\/go v(.*)$/m.exec(readFileSync(join(GO_OTEL, 'go.mod'), 'utf8')) ?? [];
  expect(version).toBe(VERSION);
});

test("The program of the module's README runs in a module of its own, and prints the span of its call", async () => {
  const readme = readFileSync(join(GO_OTEL, 'README.md'), 'utf8');
  const [, program = ''] = /^```go\n(.*?)^```/ms.exec(readme) ?? [];
  await withTemporaryFolder(async (folder) => {
    const app = await buildConsumer(join(folder, 'app'), program, [EXPORTER]);
    const { key } = await makeAgent(await makeOrganization());
    const env = { AID_KEY: key, AID_URL: sharedStack().baseUrl };
    const { stdout } = await mustRun(app, [], { cwd: dirname(app), env });
    expect(stdout).toMatch(/"Name":\s*"GET \/v1\/me"/);
    expect(stdout).not.toContain(key);
  });
});
