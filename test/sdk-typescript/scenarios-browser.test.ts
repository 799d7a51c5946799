import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runtimesOf } from '#testing/scripted-service/runtimes.ts';
import { findChromium } from '../support/tools/find-chromium.ts';
import { PackageServer } from './support/package-server.ts';
import { usePackedSdk } from './support/packed-sdk.ts';
import type { ScenarioResult } from './support/run-scenarios.ts';
import { expectScenarios, scenarioProject, withScriptedService } from './support/scenario-project.ts';

/** The scenarios of `clients/vectors`, run by the modules of the installed package in a page of another origin. */
const sdk = usePackedSdk();
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
});

afterAll(() => browser?.close());

test.each(runtimesOf('test/sdk-typescript/scenarios-browser.test.ts'))(
  'The installed package does what every scenario says, in a page in $name',
  async ({ id, kinds }) => {
    const project = await scenarioProject(sdk, id);
    writeFileSync(join(project, 'page.html'), pageOf(project));
    const server = await PackageServer.start(project);
    try {
      for (const kind of kinds) {
        const results = await withScriptedService(kind, async (service) => {
          expect(new URL(server.url).origin).not.toBe(new URL(service).origin);
          const page = await browser.newPage();
          await page.goto(`${server.url}/page.html`);
          const options = JSON.stringify({ service, runtime: kind });
          return page.evaluate<ScenarioResult[]>(
            `Promise.all([import('aid-stack'), import('/run-scenarios.mjs')])
              .then(([sdk, { runScenarios }]) => runScenarios({ sdk, ...${options} }))`,
          );
        });
        console.log(`Chromium ${browser.version()}: ${results.length} scenarios`);
        expectScenarios(results, kind);
      }
    } finally {
      await server.stop();
    }
  },
);

/** A page that knows where the modules of the installed package are. */
function pageOf(project: string): string {
  const installed = join('node_modules', 'aid-stack');
  const { exports } = JSON.parse(readFileSync(join(project, installed, 'package.json'), 'utf8'));
  const imports = { 'aid-stack': `/${join(installed, exports['.'].import.default)}` };
  return `<!doctype html><title>Scenarios</title><script type="importmap">${JSON.stringify({ imports })}</script>`;
}
