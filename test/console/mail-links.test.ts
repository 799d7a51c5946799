import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';
import { tabTo } from './support/tab-to.ts';

useBrowser();

const TO = 'https://evil.example/x';

/**
 * Ways by which an email leads away from itself: each has an element with the class `way` to click. After each test, no
 * host may have had a connection.
 */
const WAYS = [
  `<a class="way" href="${TO}">link</a>`,
  `<a class="way" href="${TO}" target="_blank">new tab</a><a class="way" href="${TO}" target="_top">top</a>`,
  `<a class="way" href="${TO}" target="_parent" rel="opener">parent</a><a class="way" href="${TO}" target="x">named</a>`,
  `<base href="https://evil.example/" target="_top"><a class="way" href="x">base</a><a class="way" href="#x">fragment</a>`,
  '<a class="way" href="//evil.example/x">no scheme</a><a class="way" href="?x">query</a><a class="way" href="/x">path</a>',
  '<a class="way" href="#part">part</a><p id="part">Part</p><a class="way" href="">empty</a><a class="way" href="#">top</a>',
  `<a class="way" href="${TO}" ping="https://evil.example/p" attributionsrc="https://evil.example/a">ping</a>`,
  `<a class="way" href="${TO}" download>file</a><img src="data:," attributionsrc="https://evil.example/a" alt="i">`,
  `<svg width="90" height="20"><a href="${TO}"><text class="way" y="15">svg</text></a></svg>`,
  `<svg width="90" height="20"><a xlink:href="${TO}"><text class="way" y="15">xlink</text></a></svg>`,
  `<svg width="90" height="20"><a><animate attributeName="href" values="${TO}"/><set attributeName="xlink:href" to="${TO}"/><text class="way" y="15">animated</text></a></svg>`,
  `<math><mtext class="way" href="${TO}">math</mtext></math>`,
  `<map name="m"><area shape="default" href="${TO}"></map><img class="way" alt="map" usemap="#m" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  `<form action="${TO}"><button class="way">form</button></form><form id="f" action="${TO}" method="post" target="_top"></form><button class="way" form="f">post</button>`,
  `<form><button class="way" formaction="${TO}" formtarget="_blank">formaction</button></form>`,
  `<form><input class="way" type="image" alt="image" width="20" height="20" formaction="${TO}"></form>`,
  `<meta http-equiv="refresh" content="0;url=${TO}"><p class="way">refresh</p>`,
  `<p class="way">later</p><noscript><meta http-equiv="refresh" content="1;url=${TO}"></noscript>`,
  `<link rel="dns-prefetch" href="//evil.example"><link rel="prerender" href="${TO}"><meta http-equiv="x-dns-prefetch-control" content="on"><a class="way" href="${TO}">prefetched</a>`,
  `<a class="way" href="javascript:location='${TO}'">script</a><a class="way" href="data:text/html,x">data</a>`,
  `<a class="way" href=" \n${TO.replace('https', 'ht\ntps')}">spaces</a>`,
  `<template shadowrootmode="open"><a href="${TO}">shadow</a></template><a class="way" HREF="${TO}">upper case</a>`,
  `<svg><desc><a class="way" href="${TO}">in svg</a></desc><style><a title="</style><a class=way href=${TO}>">broken</a></style></svg>`,
  `<button class="way" popovertarget="p" commandfor="p" command="show-popover">popover</button><a id="p" popover class="way" href="${TO}">x</a>`,
  `<style>@import "https://evil.example/i.css";@font-face{font-family:f;src:url(https://evil.example/f)}.way{font-family:f;cursor:url(https://evil.example/c),auto;background:image-set("https://evil.example/s" 1x)}</style><p class="way">style</p>`,
  `<p class="way">media</p><img srcset="https://evil.example/s 2x"><picture><source srcset="https://evil.example/p"><img src="https://evil.example/i"></picture><video poster="https://evil.example/v"></video><svg><use href="https://evil.example/u#a"/><feImage href="https://evil.example/f"/><image href="https://evil.example/i"/></svg><table background="https://evil.example/b"><tr><td>x</table>`,
];

async function openMail(agent: Agent, slug: string, html: string, subject: string, more = {}): Promise<Page> {
  await sendMail({ to: agent.address, subject, html });
  const page = await openPage(`#/${slug}/agents/${agent.id}/mail`, { showsAttacks: true, ...more });
  await page.getByRole('link', { name: new RegExp(`${subject}\\b`) }).click();
  await page.locator('iframe.mail').waitFor();
  return page;
}

test('No link, form or other way of an email replaces it, opens a page or connects when a person clicks it', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  let clicked = 0;
  const page = await openMail(agent, organization.slug, '<p>Begin</p>', 'Begin');
  for (const [index, html] of WAYS.entries()) {
    await sendMail({ to: agent.address, subject: `Way ${index}`, html: `${html}<p id="end">End</p>` });
    await page.goto(`/#/${organization.slug}/agents/${agent.id}/mail`);
    await page.getByRole('link', { name: new RegExp(`Way ${index}\\b`) }).click();
    const frame = page.frameLocator('iframe.mail');
    await frame.getByText('End').waitFor();
    const ways = await frame.locator('.way').all();
    for (const way of ways) {
      if (!(await way.isVisible())) continue;
      await way.hover({ force: true });
      await way.click({ force: true });
      clicked += 1;
      expect(await frame.getByText('End').count(), html).toBe(1);
    }
    const frames = page.frames().map((one) => one.url());
    expect(frames.slice(1), html).toEqual(['about:srcdoc']);
    expect(page.context().pages().length, html).toBe(1);
    expect(new URL(page.url()).hash, html).toContain(`/agents/${agent.id}/mail/`);
  }
  expect(clicked).toBeGreaterThanOrEqual(WAYS.length);
});

/** A website of this machine, which records what it learns about where a person comes from. */
async function startWebsite(seen: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') seen.push(`${request.url} from ${request.headers.referer ?? 'nowhere'}`);
    response.setHeader('content-type', 'text/html').end('<title>Website</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('The links of an email are listed with where they lead, and one opens in a new tab after a click', async () => {
  const seen: string[] = [];
  const website = await startWebsite(seen);
  try {
    const { port } = website.address() as AddressInfo;
    const organization = await makeOrganization();
    const agent = await makeAgent(organization);
    const html =
      `<a href="http://127.0.0.1:${port}/order?id=7">bank.example</a> <a href="mailto:help@shop.example">Help</a>` +
      `<a href="https://bank.example@evil.example/">Log in</a> <a href="https://bücher.example/"><img alt="Books"></a>` +
      `<a href="#end">End</a> <a href="/x">Nowhere</a> <a href="javascript:alert(1)">Run</a>`;
    const page = await openMail(agent, organization.slug, html, 'Your order', { viewport: PHONE });
    await page.getByText('5 links in this email').click();
    const items = page.locator('details.links li');
    const texts = (await items.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(texts).toEqual([
      `bank.example Open… http://127.0.0.1:${port}/order?id=7 Link text names another site Copy`,
      'Help mailto:help@shop.example Copy',
      'Log in Open… https://bank.example@evil.example/ Copy',
      'Books Open… https://xn--bcher-kva.example/ Copy',
      'Run javascript:alert(1) Copy',
    ]);
    await expectAccessible(page);
    const title = await page.frameLocator('iframe.mail').getByText('bank.example').getAttribute('title');
    expect(title).toBe(`Link 1: http://127.0.0.1:${port}/order?id=7`);
    expect(seen).toEqual([]);

    await page.getByRole('button', { name: 'Open https://bank.example@evil.example/' }).click();
    const dialog = page.getByRole('dialog', { name: 'Where this link leads' });
    await dialog.getByText('What precedes the @ is not the site.').waitFor();
    expect(await dialog.locator('code strong').textContent()).toBe('evil.example');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Open http://127.0.0.1:${port}/order?id=7` }).click();
    await dialog.getByText('Link text names another site').waitFor();
    await expectAccessible(page);
    expect(seen).toEqual([]);

    const opening = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: `Open 127.0.0.1:${port} in a new tab` }).click();
    const tab = await opening;
    await eventually(async () => expect(await tab.title()).toBe('Website'));
    expect(await tab.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
    expect(seen).toEqual(['/order?id=7 from nowhere']);
    expect(await page.locator('iframe.mail').count()).toBe(1);
  } finally {
    website.closeAllConnections();
    website.close();
  }
});

test('A link in the text of an email opens after a dialog that shows where it leads, with the keyboard alone', async () => {
  const seen: string[] = [];
  const website = await startWebsite(seen);
  try {
    const { port } = website.address() as AddressInfo;
    const organization = await makeOrganization();
    const agent = await makeAgent(organization);
    const text = `Look at http://127.0.0.1:${port}/order, or write to mailto:help@shop.example.`;
    await sendMail({ to: agent.address, subject: 'Plain', text });
    await sendMail({
      to: agent.address,
      subject: 'Labeled',
      html: '<a href="https://evil.example/x">bank.example</a>',
    });
    const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`);
    await page.getByRole('link', { name: /Plain/ }).click();
    const shown = page.getByRole('region', { name: 'Text', exact: true });
    await shown.getByText('Look at').waitFor();
    expect(await shown.textContent()).toBe(text);
    expect(await shown.locator('a').count()).toBe(0);
    const dialog = page.getByRole('dialog', { name: 'Where this link leads' });
    await tabTo(page, shown.getByRole('button', { name: 'mailto:help@shop.example' }));
    await page.keyboard.press('Enter');
    await dialog.getByText('This isn’t a web page').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await tabTo(page, shown.getByRole('button', { name: `http://127.0.0.1:${port}/order`, exact: true }));
    await page.keyboard.press('Enter');
    await dialog.getByText('The connection is not encrypted.').waitFor();
    expect(seen).toEqual([]);
    const opening = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: /in a new tab/ }).click();
    await opening;
    await eventually(() => expect(seen).toEqual(['/order from nowhere']));

    // In the text for agents a label has a number, which leads to the link with its warnings.
    await page.getByRole('link', { name: /Labeled/ }).click();
    await page.locator('iframe.mail').waitFor();
    await page.getByRole('tab', { name: 'Agent' }).click();
    await page.getByLabel('What an agent reads').getByRole('button', { name: '[1]' }).click();
    await dialog.getByText('The email shows: bank.example').waitFor();
    await dialog.getByText('Link text names another site').waitFor();
    expect(await dialog.locator('code').textContent()).toBe('https://evil.example/x');
  } finally {
    website.closeAllConnections();
    website.close();
  }
});
