import { readCommandLine } from '#testing/command-line.ts';
import { Receiver } from '#testing/receiver.ts';

/**
 * Makes pictures of the console: starts a stack, makes an organization in which everything has happened, and keeps what
 * the console shows in a headless Chromium. Without an option, these are the pictures in `docs/pictures`.
 *
 *   npm run console:pictures -- --browser /usr/bin/chromium
 *   npm run console:pictures -- --views ../pictures --only 'inbox|message'
 */
const { values } = readCommandLine({
  name: 'console:pictures',
  usage: `npm run console:pictures -- [options]

Makes the pictures of the console in docs/pictures, or one of each view.

  --views <folder>  draws every view into this folder: 390 and 1440 pixels wide, light and dark
  --only <regex>    only the pictures or views with these names
  --browser <path>  a Chromium; default: /usr/bin/chromium`,
  options: {
    views: { type: 'string' },
    only: { type: 'string', default: '.*' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
  },
});

// Loaded once the arguments are right.
const { startStack } = await import('#testing/stack.ts');
const { chromium } = await import('playwright-core');
const { makeDemo } = await import('./console-pictures/demo.ts');
const { refuseOrders } = await import('./console-pictures/example-webhooks.ts');
const { drawViews } = await import('./console-pictures/draw-views.ts');
const { drawDocuments } = await import('./console-pictures/draw-documents.ts');
const { VIEWS } = await import('./console-pictures/views.ts');

const receiver = await Receiver.start(refuseOrders);
const stack = await startStack({ AID_EPHEMERAL: '1', AID_DELIVERY_DELAYS: '1,1,2' });
const args = ['--no-sandbox', '--disable-gpu'];
const browser = await chromium.launch({ executablePath: values.browser, args });
try {
  const demo = await makeDemo(stack, receiver);
  const only = new RegExp(`^(?:${values.only})$`);
  const shown = { browser, baseUrl: stack.baseUrl, demo };
  if (values.views === undefined) {
    console.log(`drawn: ${await drawDocuments(shown, only)}`);
  } else {
    const views = VIEWS.filter(({ name }) => only.test(name));
    const { drawn, missed } = await drawViews(shown, views, values.views);
    console.log(`drawn: ${drawn.length} pictures in ${values.views}`);
    for (const one of missed) console.error(`not reached: ${one}`);
    process.exitCode = missed.length > 0 ? 1 : 0;
  }
} finally {
  await browser.close();
  await stack.stop();
  await receiver.stop();
}
