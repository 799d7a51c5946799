import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../support/tools/find-chromium.ts';

/** The window of a mail program. */
const WINDOW = { width: 1024, height: 768 } as const;

/** Chromium, which draws emails without scripts and network. */
export class PictureMaker {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #folder: string;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
    this.#folder = mkdtempSync(join(tmpdir(), 'aid-pictures-'));
  }

  static async start(): Promise<PictureMaker> {
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
    });
    const context = await browser.newContext({ javaScriptEnabled: false, offline: true, viewport: WINDOW });
    return new PictureMaker(browser, await context.newPage());
  }

  /** The picture of an HTML body in the window, as bytes of a PNG. */
  async pictureOf(html: string): Promise<Buffer> {
    const file = join(this.#folder, 'mail.html');
    writeFileSync(file, `\ufeff${html}`);
    await this.#page.goto(pathToFileURL(file).href);
    return this.#page.screenshot({ animations: 'allow', caret: 'hide' });
  }

  /** Whether a person sees words of an email: the picture changes with them. */
  async shows(html: string, words: string): Promise<boolean> {
    const [one, other] = [await this.pictureOf(html), await this.pictureOf(html.replaceAll(words, exchanged(words)))];
    return !one.equals(other);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Other words of the same length. The ends stay, because letters are a little wider than the room that they take. */
function exchanged(words: string): string {
  return words.replace(/(?<=.)[a-z](?=.)/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 84) % 26)));
}
