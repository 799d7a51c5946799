import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openConsole, type Shown, type Size, show } from './console-page.ts';
import type { View } from './views.ts';

const SIZES: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** A page is drawn as a whole up to this height. */
const MAX_HEIGHT = 2400;

/**
 * Draws views at both widths in both themes: `inbox-390-dark.png`. Returns the pictures, and the views that could not
 * be reached.
 */
export async function drawViews(shown: Shown, views: readonly View[], folder: string) {
  await mkdir(folder, { recursive: true });
  const drawn: string[] = [];
  const missed: string[] = [];
  for (const size of SIZES) {
    for (const who of ['anonymous', undefined, 'owner'] as const) {
      const page = await openConsole(shown, who, size);
      for (const view of views.filter(({ as }) => as === who)) {
        try {
          await show(page, view, shown.demo, size, MAX_HEIGHT);
        } catch (error) {
          missed.push(`${view.name}-${size.width}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
          continue;
        }
        for (const theme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: theme });
          const name = `${view.name}-${size.width}-${theme}.png`;
          await page.screenshot({ path: join(folder, name) });
          drawn.push(name);
        }
      }
      await page.context().close();
    }
  }
  return { drawn, missed };
}
