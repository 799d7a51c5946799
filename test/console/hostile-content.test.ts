import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { MAIL_TECHNIQUES, rawTechnique } from '#testing/mail-techniques.ts';
import { sendMail } from '#testing/mailer.ts';
import { sizeOf } from '#testing/test-size.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf, type MessageRecord } from '../support/log-reader.ts';
import { openPage, useBrowser } from './support/browser.ts';
import { visit } from './support/visit.ts';

useBrowser();

/** An image of one pixel, in PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** How long hundreds of emails may take where other programs are at work. */
const LONG_MS = 600_000;

/** Ways by which HTML runs scripts, loads something, leaves its frame or sends a form. */
const ATTACKS = [
  '<script>parent.postMessage("ran","*");document.title="ran"</script>',
  '<img src=x onerror="top.document.title=\'ran\'">',
  '<svg onload="top.document.title=\'ran\'"></svg>',
  '<iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/o"></object>',
  '<img src="https://evil.example/pixel.gif"><link rel="stylesheet" href="https://evil.example/s.css">',
  '<style>@import "https://evil.example/i.css";body{background:url(https://evil.example/b.png)}</style>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<base href="https://evil.example/"><form action="https://evil.example/f"><button autofocus>Go</button></form>',
  '<a href="javascript:top.document.title=\'ran\'" id="link">link</a>',
  '<video src="https://evil.example/v.mp4" autoplay></video><audio src="https://evil.example/a.mp3" autoplay></audio>',
  '<div><template shadowrootmode="open"><iframe src="https://evil.example/t"></iframe></template></div>',
  '<noscript><iframe src="https://evil.example/n"></iframe></noscript><math><mtext><iframe src="https://evil.example/m"></iframe>',
  '<svg><foreignObject><iframe src="https://evil.example/s"></iframe></foreignObject></svg><embed src="https://evil.example/e">',
  '<link rel="preconnect" href="https://evil.example"><link rel="dns-prefetch" href="https://evil.example">',
  '<frameset><frame src="https://evil.example/f"></frameset>',
  '"><script>document.title="ran"</script>',
  '</iframe><script>document.title="ran"</script>',
];

test('No email runs a script, makes a request or leaves its frame', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  for (const [index, html] of ATTACKS.entries())
    await sendMail({ to: agent.address, subject: `Attack ${index}`, html });
  const inbox = `/#/${organization.slug}/agents/${agent.id}/mail`;
  const page = await openPage(inbox.slice(1), { showsAttacks: true });
  await eventually(async () => expect(await page.getByRole('link', { name: /Attack/ }).count()).toBe(ATTACKS.length));
  for (const [index] of ATTACKS.entries()) {
    await page.goto(inbox);
    await page.getByRole('link', { name: new RegExp(`Attack ${index}\\b`) }).click();
    await page.getByRole('heading', { name: `Attack ${index}` }).waitFor();
    const frame = page.locator('iframe.mail');
    await frame.waitFor();
    expect([await frame.getAttribute('sandbox'), await frame.getAttribute('src')]).toEqual(['', null]);
    for (const tab of ['Agent', 'Side by side', 'Details', 'Headers', 'Person'])
      await page.getByRole('tab', { name: tab }).click();
    expect(await page.title(), ATTACKS[index]).toContain('AID');
    expect(
      page
        .frames()
        .map((one) => one.url())
        .filter((url) => url.includes('evil')),
    ).toEqual([]);
  }
});

test('No held email runs a script, makes a request or leaves its frame, and its names are shown as text', async () => {
  const organization = await makeOrganization();
  await organization.api.ok('setApprovalSettings', { body: { mail: 'always', vault: 'always' } });
  const agent = await makeAgent(organization);
  const places = [];
  for (const html of ATTACKS) {
    const body = {
      to: [{ address: 'ada@elsewhere.example', name: html.slice(0, 100) }],
      subject: html.slice(0, 100),
      text: html,
      html: `<p>Words</p>${html}`,
      attachments: [{ filename: `${html.slice(0, 60)}.txt`, content_type: 'text/plain', content_base64: 'QWRh' }],
    };
    const { approval_id: id = '' } = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
    places.push({ hash: `#/${organization.slug}/approvals/${id}`, sign: id });
  }
  const page = await openPage(`#/${organization.slug}/approvals`, { showsAttacks: true });
  await visit(page, places, { tabs: ['Plain text', 'Words of the HTML', 'HTML'] });
  expect(await page.title()).toContain('AID');
});

test('Names, subjects and payloads of others are shown as text', async () => {
  const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const organization = await makeOrganization();
  const handle = `x-${organization.slug}`;
  const agent = await organization.api.ok('createIdentity', { body: { handle, display_name: markup } });
  await sendMail({
    from: { name: markup, address: 'eve@evil.example' },
    to: agent.email_address ?? '',
    subject: markup,
    text: markup,
  });
  const page = await openPage(`#/${organization.slug}/log`);
  await page.getByRole('link', { name: /mail\.received/ }).click();
  await page.getByLabel('Payload').getByText('onerror').waitFor();
  await page.goto(`/#/${organization.slug}/agents/${agent.id}/mail`);
  await page.getByRole('heading', { name: markup }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /onerror/ })
    .click();
  await page.getByRole('heading', { name: markup, level: 2 }).waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.title()).toContain('AID');
});

/** Sends emails over a few connections, and waits until each has arrived. Returns their ids. */
async function deliver(agent: Agent, emails: readonly SendMailOptions[]): Promise<readonly string[]> {
  const { smtpPort: port } = sharedStack();
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxConnections: 4 });
  try {
    await Promise.all(emails.map((email) => transport.sendMail(email)));
  } finally {
    transport.close();
  }
  return eventually(async () => {
    const ids = await messageIds(agent);
    expect(ids.length).toBe(emails.length);
    return ids;
  });
}

/** The ids of all messages of an agent. */
async function messageIds({ api, id }: Agent): Promise<readonly string[]> {
  const found: MessageRecord[] = [];
  for (;;) {
    const before = found.at(-1)?.created_at;
    const query = { limit: 200, ...(before !== undefined && { before }) };
    const { messages } = await api.ok('listMessages', { params: { id }, query });
    if (messages.length === 0) return found.map((message) => message.id);
    found.push(...messages);
  }
}

/** One email of this number is shown before a merge, and every one before a release. */
const EACH = sizeOf({ usual: 8, full: 1 });

const sampleOf = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => index % EACH === 0);

/** Shows each message in the views of a person and of an agent, without loading the page again. */
async function showEach(page: Page, inbox: string, ids: readonly string[]): Promise<void> {
  const places = ids.map((id) => ({ hash: `${inbox}/${id}`, sign: id }));
  await visit(page, places, { tabs: ['Agent', 'Side by side', 'Details', 'Headers'] });
}

test(
  'The emails of the corpus are shown without a script or a request',
  async () => {
    const organization = await makeOrganization();
    const agent = await makeAgent(organization);
    const envelope = { from: 'eve@evil.example', to: agent.address };
    const ids = await deliver(
      agent,
      sampleOf(corpusMails()).map(({ raw }) => ({ envelope, raw })),
    );
    const inbox = `#/${organization.slug}/agents/${agent.id}/mail`;
    const page = await openPage(inbox, { showsAttacks: true });
    await showEach(page, inbox, ids);
  },
  LONG_MS,
);

test(
  'The ways to hide words and to deceive by names, subjects and file names are shown as text',
  async () => {
    const organization = await makeOrganization();
    const agent = await makeAgent(organization);
    const envelope = { from: 'eve@evil.example', to: agent.address };
    const emails = sampleOf(MAIL_TECHNIQUES).map((technique) => ({
      envelope,
      raw: rawTechnique(technique, agent.address),
    }));
    const ids = await deliver(agent, emails);
    const inbox = `#/${organization.slug}/agents/${agent.id}/mail`;
    const page = await openPage(inbox, { showsAttacks: true });
    await showEach(page, inbox, ids);
    const events = await eventsOf(organization, ids.length);
    const places = events.map(({ id }) => ({ hash: `#/${organization.slug}/log/${id}`, sign: id }));
    await visit(page, places, { details: ['Delivery body'] });
  },
  LONG_MS,
);

test('An image that came with an email is shown from it, and an SVG and the image of a server are not', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="https://evil.example/x"/></svg>';
  await sendMail({
    to: agent.address,
    subject: 'Our logo',
    html:
      '<p>Look:</p><img alt="logo" src="cid:logo@example.com"><img alt="vector" src="cid:vector@example.com">' +
      '<img alt="absent" src="cid:absent"><img alt="remote" src="https://evil.example/pixel.gif">',
    attachments: [
      { filename: 'logo.png', content: PIXEL, cid: 'logo@example.com' },
      { filename: 'vector.svg', content: svg, contentType: 'image/svg+xml', cid: 'vector@example.com' },
    ],
  });
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`, { showsAttacks: true });
  await page.getByRole('link', { name: /Our logo/ }).click();
  const frame = page.frameLocator('iframe.mail');
  await expect.poll(() => frame.getByAltText('logo').getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  await expect.poll(() => isDecoded(frame.getByAltText('logo'))).toBe(true);
  for (const other of ['vector', 'absent', 'remote'])
    expect(await isDecoded(frame.getByAltText(other)), other).toBe(false);
  expect(await frame.getByAltText('vector').getAttribute('src')).toBe('cid:vector@example.com');
  await page
    .getByText('Not shown: 2 images attached to it (see its attachments), and 1 image from other hosts')
    .waitFor();
  expect(await page.locator('iframe.mail').getAttribute('sandbox')).toBe('');
});

/** Whether an image has been loaded and decoded. */
function isDecoded(image: Locator): Promise<boolean> {
  return image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth > 0);
}

test('Files are read for the console from this stack alone', async () => {
  const { baseUrl } = sharedStack();
  for (const body of [{ download_url: 'http://127.0.0.1:1/x' }, { download_url: `${baseUrl}/v1/health` }, {}]) {
    const response = await fetch(`${baseUrl}/_local/file`, { method: 'POST', body: JSON.stringify(body) });
    expect([body, response.status]).toEqual([body, 400]);
  }
});
