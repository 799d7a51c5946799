import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';
import { HIDING_TECHNIQUES, type HidingTechnique, SEEN, SHOWN, UNSEEN } from '#testing/hiding-techniques.ts';
import { sizeOf } from '#testing/test-size.ts';
import { PictureMaker } from './support/picture-maker.ts';

/** Every how many technique is drawn. */
const STEP = sizeOf({ usual: 12, full: 1 });
/** The share of the techniques that may hide words from a person, while an agent reads them. */
const MAX_READ_SHARE = 0.01;

const drawn = (techniques: readonly HidingTechnique[]) => techniques.filter((_, index) => index % STEP === 0);
const around = (html: string) =>
  /<(?:body|html|!doctype)\b/.test(html) ? html : `<p>Your order is on its way.</p>${html}<p>Regards</p>`;
const readOf = (html: string) => readableMail(null, html).text.replace(/[\s|]+/g, ' ');

describe('pictures that Chromium draws with words, and with others in their place', () => {
  let maker: PictureMaker;

  beforeAll(async () => {
    maker = await PictureMaker.start();
  });
  afterAll(() => maker.close());

  test('An agent does not read words with which the picture does not change', async () => {
    let unseen = 0;
    const read: string[] = [];
    for (const { name, html } of drawn(HIDING_TECHNIQUES)) {
      const mail = around(html);
      if (await maker.shows(mail, UNSEEN)) continue;
      unseen += 1;
      if (readOf(mail).includes(UNSEEN)) read.push(name);
    }
    console.log(`${unseen} techniques hide words from a person, of which an agent reads ${read.length}`);
    expect(unseen).toBeGreaterThan(0);
    expect(read.length / unseen, read.join(', ')).toBeLessThanOrEqual(MAX_READ_SHARE);
  });

  test('An agent reads words with which the picture changes, in ordinary forms', async () => {
    for (const { name, html } of drawn(SHOWN)) {
      const mail = around(html);
      if (!mail.includes(SEEN)) continue;
      expect({ name, seen: await maker.shows(mail, SEEN), read: readOf(mail).includes(SEEN) }).toEqual({
        name,
        seen: true,
        read: true,
      });
    }
  });
});
