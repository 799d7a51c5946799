import { type Browser, chromium, type Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { testSize } from '#testing/test-size.ts';
import { findChromium } from '../../support/tools/find-chromium.ts';
import { OtherHosts } from './other-hosts.ts';

/** The two widths that every page is shown at. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

type Theme = 'light' | 'dark';

/** Both widths and both themes: each of them once before a merge, and each with each before a release. */
export const LOOKS: readonly { readonly viewport: typeof PHONE; readonly theme: Theme }[] = [
  { viewport: PHONE, theme: 'light' as const },
  { viewport: DESKTOP, theme: 'dark' as const },
  ...(testSize() === 'full'
    ? [
        { viewport: PHONE, theme: 'dark' as const },
        { viewport: DESKTOP, theme: 'light' as const },
      ]
    : []),
];

interface Opened {
  readonly page: Page;
  /** Scripts that failed, and what the policy of the page refused. */
  readonly problems: string[];
}

let browser: Browser | undefined;
let others: OtherHosts | undefined;
const opened: Opened[] = [];

/**
 * Starts Chromium, once for all test files of a process, which ends it when it exits. After each test, no page of it
 * may have had a problem.
 */
export function useBrowser(): void {
  beforeAll(async () => {
    others ??= await OtherHosts.start();
    browser ??= await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', others.browserOption],
    });
  });
  afterEach(async () => {
    const pages = opened.splice(0);
    const problems = pages.flatMap((one) => one.problems);
    for (const { page } of pages) await page.context().close();
    const connections = others?.names.splice(0);
    expect(problems).toEqual([]);
    expect(connections, 'connections to other hosts').toEqual([]);
  });
}

/** Ends what hangs. No test is about time, and a machine may be busy. */
const WAIT_MS = 180_000;

/** What the browser says when it has refused what an email tried. */
const REFUSED =
  /^Blocked (?:script execution|autofocusing|form submission)|violates the (?:following|document's) Content Security Policy|^Refused to /;

/** What it says when the key of a page is revoked, or its stack reset, while the page connects to its event stream. */
const STREAM_REFUSED =
  /^WebSocket connection to '[^']*' failed: (?:HTTP Authentication failed|Connection closed before|Error during WebSocket handshake: Unexpected response code: 50[23]$)/;

/** Opens a page of the console at an address that follows `/`. */
export async function openPage(
  fragment = '',
  { viewport = DESKTOP, baseUrl = sharedStack().baseUrl, showsAttacks = false, losesItsKey = false } = {},
): Promise<Page> {
  if (browser === undefined) throw new Error('call useBrowser() first');
  const context = await browser.newContext({ viewport, baseURL: baseUrl });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  opened.push({ page, problems });
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports every refused request of a page here; those of the API are shown on the page itself.
    const known = [
      /^Failed to load resource/,
      ...(showsAttacks ? [REFUSED] : []),
      ...(losesItsKey ? [STREAM_REFUSED] : []),
    ];
    if (message.type() === 'error' && !known.some((one) => one.test(message.text()))) problems.push(message.text());
  });
  await page.goto(`/${fragment}`);
  return page;
}
