import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../support/tools/find-chromium.ts';
import { mustRun } from '../../support/tools/run-command.ts';

/** Emails on one page. More would take more memory than a small machine has. */
const BATCH = 40;

/**
 * The text that Chromium shows of each HTML body (`innerText`, texts of pictures and values of controls), in a window
 * of 1024 × 768 pixels, without scripts, images and network.
 */
export async function renderedTexts(bodies: readonly string[]): Promise<string[]> {
  const chromium = await findChromium();
  const folder = mkdtempSync(join(tmpdir(), 'aid-rendering-'));
  try {
    const texts: string[] = [];
    for (let at = 0; at < bodies.length; at += BATCH) {
      texts.push(...(await renderPage(chromium, folder, bodies.slice(at, at + BATCH))));
    }
    return texts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function renderPage(chromium: string, folder: string, bodies: readonly string[]): Promise<string[]> {
  const page = join(folder, 'page.html');
  writeFileSync(page, pageOf(bodies));
  const { stdout } = await mustRun(chromium, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--blink-settings=imagesEnabled=false',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--window-size=1400,1000',
    '--virtual-time-budget=60000',
    '--dump-dom',
    `file://${page}`,
  ]);
  const [, encoded] = /<pre id="texts">([A-Za-z0-9+/=]+)<\/pre>/.exec(stdout) ?? [];
  if (encoded === undefined) throw new Error(`Chromium shows no result: ${stdout.slice(0, 500)}`);
  return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as string[];
}

/** A page that shows each body in a frame without scripts, and then writes down their texts. */
function pageOf(bodies: readonly string[]): string {
  const frames = bodies.map((body) => {
    const source = body.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<iframe sandbox="allow-same-origin" width="1024" height="768" srcdoc="${source}"></iframe>`;
  });
  // An element that is not shown at all has all of its text as its innerText.
  const script = `const isShown = (body) => body !== null && body.checkVisibility();
    // What is shown in place of elements: texts of pictures, and values of controls. Of a list, one option is shown.
    const shown = (element) =>
      element.tagName === 'IMG' || element.type === 'image' ? element.alt : element.type === 'hidden' ? ''
        : element.selectedOptions?.[0]?.text ?? (element.value || element.placeholder);
    const replaced = (body) => [...body.querySelectorAll('img[alt],input,select,textarea')].filter((one) => one.checkVisibility());
    const textOf = (body) => {
      if (!isShown(body)) return '';
      const more = replaced(body).map(shown);
      for (const one of body.querySelectorAll('select,textarea')) one.remove();
      return [body.innerText, ...more].join(' ');
    };
    addEventListener('load', () => {
    const texts = [...document.querySelectorAll('iframe')].map((frame) => textOf(frame.contentDocument.body));
    const bytes = new TextEncoder().encode(JSON.stringify(texts));
    const result = document.createElement('pre');
    result.id = 'texts';
    result.textContent = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    document.body.replaceChildren(result);
  });`;
  return `<!doctype html><meta charset="utf-8"><body>${frames.join('')}<script>${script}</script>`;
}
