import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';
import { readCommandLine, wholeNumber } from '#testing/command-line.ts';

/**
 * Makes `docs/pictures/dashboard.png`: starts a stack, gives it traffic and failures for some minutes, and has a
 * headless Chromium, which has to be installed, draw the dashboard of these minutes.
 *
 *   npm run dashboard:picture -- --minutes 12 --browser chromium
 */
const PICTURE = join(import.meta.dirname, '..', 'docs', 'pictures', 'dashboard.png');
const PAUSE_MS = 5000;
const WIDTH = 1500;

/** What the page has above its widgets, and the height of a row of the grid, in pixels: as in its style sheet. */
const ABOVE = 70;
const ROW = 50;

/** Failures begin after this share of the time, so that the picture shows what was before. */
const FAIL_FROM = 0.4;

const { values } = readCommandLine({
  name: 'dashboard:picture',
  usage: `npm run dashboard:picture -- [options]

Draws docs/pictures/dashboard.png from some minutes of traffic.

  --minutes <n>       how many; default: 12
  --browser <program> a Chromium; default: chromium`,
  options: {
    minutes: { type: 'string', default: '12' },
    browser: { type: 'string', default: 'chromium' },
  },
});

const minutes = wholeNumber('dashboard:picture', 'minutes', values.minutes, 1);
// Loaded once the arguments are right: a whole stack.
const { StageTraffic } = await import('#testing/stage-traffic/traffic.ts');
const { startWatchedStack } = await import('#testing/stage-traffic/watched-stack.ts');
const stack = await startWatchedStack();
try {
  const traffic = await StageTraffic.start(stack);
  try {
    const total = minutes * 60_000;
    const began = Date.now();
    let rounds = 0;
    while (Date.now() - began < total) {
      await traffic.use();
      if (Date.now() - began > total * FAIL_FROM && rounds % 4 === 0) await traffic.fail();
      rounds += 1;
      await sleep(PAUSE_MS);
    }
    await draw(`${stack.url}/_local/dashboard`, minutes);
  } finally {
    await traffic.stop();
  }
} finally {
  await stack.stop();
}
console.log(`drawn: ${PICTURE}`);
process.exit(0);

/** Runs the browser with a profile of its own, without anything that would reach for the network. */
async function draw(url: string, minutes: number): Promise<void> {
  const response = await fetch(`${url}/data`);
  const { widgets } = (await response.json()) as { widgets: { y: number; height: number }[] };
  const height = ABOVE + ROW * Math.max(...widgets.map((widget) => widget.y + widget.height));
  mkdirSync(join(PICTURE, '..'), { recursive: true });
  const profile = makeTemporaryFolder(tmpdir(), 'aid-picture');
  const browser = spawn(
    values.browser,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--hide-scrollbars',
      `--user-data-dir=${profile}`,
      `--window-size=${WIDTH},${height}`,
      '--virtual-time-budget=4000',
      `--screenshot=${PICTURE}`,
      `${url}?minutes=${minutes}`,
    ],
    { stdio: 'ignore' },
  );
  const code = await new Promise((resolve, reject) => {
    browser.once('error', reject);
    browser.once('close', resolve);
  });
  rmSync(profile, { recursive: true, force: true });
  if (code !== 0) throw new Error(`${values.browser} ended with ${code}`);
}
