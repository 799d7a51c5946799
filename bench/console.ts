import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { chromiumOnPath } from '#testing/chromium-on-path.ts';
import { withEngine } from '#testing/with-engine.ts';
import { append, eventNames, tableAt } from './support/event-log.ts';
import { type BenchmarkRun, info, within } from './support/measurement.ts';
import { distribution, percentile, preciseNow } from './support/statistics.ts';
import { createTenant } from './support/tenant.ts';
import { withStack } from './support/with-stack.ts';

const EVENTS = 60;
const MAX_MS = 300;
const MIN_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1200;

/**
 * Notes when a text is painted that the page does not show yet: the time of the frame after the one that drew it, in
 * epoch milliseconds. It runs in the page.
 */
const WATCH = `(text) => {
  window.painted = new Promise((resolve) => {
    const look = () => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now())));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    look();
  });
}`;

/** How long after its commit an event is seen in the log of the console, in Chromium. */
export const consoleLog: BenchmarkRun = (say) =>
  withEngine((engine) =>
    withStack({ dynamodbEndpoint: engine.endpoint }, async (stack) => {
      const tenant = await createTenant(stack.baseUrl);
      const { org_slug: slug } = await tenant.asOrg.get<{ org_slug: string }>('/v1/me');
      const table = await tableAt(engine);
      return withPage(async (page) => {
        await page.goto(`${stack.baseUrl}/#/${slug}/log`);
        await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
        say(`${EVENTS} events, one every ${MIN_PAUSE_MS} to ${MAX_PAUSE_MS} ms`);
        const samples: number[] = [];
        for (const name of eventNames(EVENTS + 1)) {
          await page.evaluate(`(${WATCH})(${JSON.stringify(`Subject of ${name}`)})`);
          await append(table, tenant, [name]);
          const committed = preciseNow();
          samples.push(Math.max(0, (await page.evaluate<number>('window.painted')) - committed));
          await sleep(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
        }
        // Until the first one the page may still have been connecting.
        const connected = samples.slice(1);
        return [
          within('commit → painted in the log of the console, p95', percentile(connected, 0.95), MAX_MS, 'ms'),
          info('', distribution(connected)),
        ];
      });
    }),
  );

async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = chromiumOnPath();
  if (executablePath === undefined) throw new Error('this measurement needs Chromium; install it');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await work(await browser.newPage());
  } finally {
    await browser.close();
  }
}
