import { join } from 'node:path';
import { openConsole, type Shown, show } from './console-page.ts';
import { VIEWS } from './views.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

/**
 * The pictures of the documents: each is a view, wide and light unless it says otherwise. `from` is a text that is
 * scrolled into sight.
 */
const PICTURES = [
  { file: 'console', view: 'message-both', from: 'Hidden from people, and left out' },
  { file: 'console-inbox', view: 'inbox' },
  { file: 'console-log', view: 'log-event-filtered', size: { width: 1240, height: 760 } },
  { file: 'console-delivery', view: 'delivery' },
  { file: 'console-trace', view: 'trace-delivery' },
  { file: 'console-phone', view: 'message', size: PHONE, theme: 'dark' },
] as const;

const NONE = { from: undefined, size: undefined, theme: undefined };

/** Draws the pictures in `docs/pictures` with these names. Returns their folder. */
export async function drawDocuments(shown: Shown, only: RegExp): Promise<string> {
  for (const picture of PICTURES.filter(({ file }) => only.test(file))) {
    const { file, view: name, from, size = DESKTOP, theme = 'light' } = { ...NONE, ...picture };
    const view = VIEWS.find((one) => one.name === name);
    if (view === undefined) throw new Error(`there is no view ${name}`);
    const page = await openConsole(shown, view.as, size);
    await show(page, view, shown.demo, size, size.height);
    await page.emulateMedia({ colorScheme: theme });
    if (from !== undefined) await page.getByText(from).first().scrollIntoViewIfNeeded();
    // Not more than the page has, so that a short one has no empty end.
    const { y, height } = (await page.locator('main').boundingBox()) ?? { y: 0, height: size.height };
    const clip = { x: 0, y: 0, width: size.width, height: Math.min(size.height, Math.ceil(y + height)) };
    // The first picture of a page may be older than its frames.
    await page.screenshot();
    await page.screenshot({ path: join(FOLDER, `${file}.png`), clip });
    await page.context().close();
  }
  return FOLDER;
}
