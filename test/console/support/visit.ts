import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const VISIT = readFileSync(join(import.meta.dirname, 'visit.js'), 'utf8').replace(/;\s*$/, '');

/** A place of the console, and a text by which it is known to be shown. */
interface Place {
  readonly hash: string;
  readonly sign: string;
}

interface Opened {
  readonly tabs?: readonly string[];
  readonly details?: readonly string[];
}

/** Elements that the console itself has none of. Only markup of others would make them. */
const FORBIDDEN = 'main script, main img, main svg, main object, main embed, main form[action], main iframe[src]';

/** Visits places by their addresses without loading the page again, and expects no markup of others in them. */
export async function visit(page: Page, places: readonly Place[], opened: Opened): Promise<void> {
  const options = { tabs: [], details: [], ...opened, forbidden: FORBIDDEN };
  const found = await page.evaluate(`(${VISIT})(${JSON.stringify(places)}, ${JSON.stringify(options)})`);
  expect(found).toEqual([]);
}
