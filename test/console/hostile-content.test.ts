import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

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
  await eventually(
    async () => expect(await page.getByRole('link', { name: /Attack/ }).count()).toBe(ATTACKS.length),
    60_000,
  );
  for (const [index] of ATTACKS.entries()) {
    await page.goto(inbox);
    await page.getByRole('link', { name: new RegExp(`Attack ${index}\\b`) }).click();
    await page.getByRole('heading', { name: `Attack ${index}` }).waitFor();
    const frame = page.locator('iframe.mail');
    await frame.waitFor();
    expect([await frame.getAttribute('sandbox'), await frame.getAttribute('src')]).toEqual(['', null]);
    for (const tab of ['Agent', 'Side by side', 'Headers', 'Person'])
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
  await page.getByRole('link', { name: /onerror/ }).click();
  await page.getByRole('heading', { name: markup, level: 2 }).waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.title()).toContain('AID');
});

test('Every hostile email of the corpus is shown without a script or a request', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const withMarkup = [...corpusMails()].filter(({ raw }) =>
    /<script|onerror|onload|https?:/i.test(raw.toString('latin1')),
  );
  const shown = withMarkup.slice(0, 40);
  for (const { raw } of shown) await sendMail({ envelope: { from: 'eve@evil.example', to: agent.address }, raw });
  await eventually(async () => {
    const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id }, query: { limit: 200 } });
    expect(messages.length).toBe(shown.length);
  }, 90_000);
  const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id }, query: { limit: 200 } });
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`, { showsAttacks: true });
  for (const { id } of messages) {
    await page.goto(`/#/${organization.slug}/agents/${agent.id}/mail/${id}`);
    await page.getByRole('article', { name: 'Message' }).waitFor();
    await page.getByRole('tab', { name: 'Side by side' }).click();
    await page.getByRole('heading', { name: 'An agent reads' }).waitFor();
  }
});
