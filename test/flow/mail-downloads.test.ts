import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkError } from '#testing/check-reply.ts';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { docxOf, paragraph } from '#testing/office-files/docx.ts';
import { pdfOf } from '#testing/office-files/pdf.ts';
import { TEST_VIRUS } from '#testing/test-virus.ts';
import { EmulatedBucket, keyIn } from '../support/emulated-bucket.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf, messageWith } from '../support/log-reader.ts';
import { eventsOfMessage, readMessage, send } from '../support/sending-agent.ts';

const PDF = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
const NOTE = Buffer.from('naïve\r\nnote\n');

/** The keys of the files of the bucket with a prefix. `link` leads to one of its files. */
const filesUnder = (link: string, prefix: string) => new EmulatedBucket(link).list(prefix);

async function download(link: string): Promise<Buffer> {
  const response = await fetch(link);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const linkOf = async (agent: Agent, mid: string, aid: string) =>
  (await agent.api.ok('getAttachment', { params: { id: agent.id, mid, aid } })).download_url;
const rawLinkOf = async (agent: Agent, mid: string) =>
  (await agent.api.ok('getRawMessage', { params: { id: agent.id, mid } })).download_url;

/** An email without its header, which SES changes: it sets the date, and adds fields. */
const bodyOf = (raw: Buffer) => raw.subarray(raw.indexOf('\r\n\r\n'));

describe('an email is stored once', () => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await makeAgent(await makeOrganization());
  });

  test('The attachments of a received mail are in its raw mail only, until a client asks for one', async () => {
    const subject = freshName('files');
    const attachments = [
      { filename: 'a.pdf', content: PDF },
      { filename: 'note.txt', content: NOTE },
      { filename: 'again.pdf', content: PDF },
      { filename: 'logo.png', content: PDF.subarray(0, 500), cid: 'logo' },
    ];
    await sendMail({ to: agent.address, subject, text: 'text', html: '<img src="cid:logo">', attachments });
    const message = await messageWith(agent, subject);
    const raw = await rawLinkOf(agent, message.id);
    const [, , , name] = new URL(raw).pathname.split('/');
    expect(await filesUnder(raw, `attachments/${name}`)).toEqual([]);
    expect(await filesUnder(raw, `downloads/${message.id}/`)).toEqual([]);

    for (const { filename, content } of attachments) {
      const attachment = message.attachments.find((found) => found.filename === filename);
      const bytes = await download(await linkOf(agent, message.id, attachment?.id ?? ''));
      expect(bytes.equals(content), filename).toBe(true);
      expect(attachment?.size, filename).toBe(content.length);
    }
    expect(await filesUnder(raw, `downloads/${message.id}/`)).toHaveLength(attachments.length);
  });

  test('The text of an attachment is extracted when a client asks for it, and 415 says that there is none', async () => {
    const subject = freshName('texts');
    const attachments = [
      { filename: 'invoice.pdf', content: pdfOf(['Amount due: 120.50 EUR']) },
      { filename: 'letter.docx', content: docxOf(paragraph('Dear Ada')) },
      { filename: 'logo.png', content: PDF },
      { filename: 'broken.pdf', content: PDF },
    ];
    await sendMail({ to: agent.address, subject, text: 'text', attachments });
    const message = await messageWith(agent, subject);
    const textOf = async (name: string) => {
      const aid = message.attachments.find(({ filename }) => filename === name)?.id ?? '';
      return agent.api.call('getAttachmentText', { params: { id: agent.id, mid: message.id, aid } });
    };
    expect((await textOf('invoice.pdf')).body).toEqual({
      text: 'Amount due: 120.50 EUR',
      truncated: false,
      kind: 'pdf',
    });
    expect((await textOf('letter.docx')).body).toEqual({ text: 'Dear Ada', truncated: false, kind: 'docx' });
    for (const name of ['logo.png', 'broken.pdf']) {
      const refused = await textOf(name);
      expect([name, refused.status, checkError(refused).code]).toEqual([name, 415, 'attachment.no_text']);
    }
  });

  test('Clients that ask at once for attachments of one email get the right one each', async () => {
    const subject = freshName('at-once');
    const contents = Array.from({ length: 12 }, (_, index) => Buffer.alloc(1000 + index, index));
    const attachments = contents.map((content, index) => ({ filename: `${index}.bin`, content }));
    await sendMail({ to: agent.address, subject, text: 'text', attachments });
    const message = await messageWith(agent, subject);
    await Promise.all(
      message.attachments.map(async ({ id, filename }) => {
        const bytes = await download(await linkOf(agent, message.id, id));
        expect(bytes.equals(contents[Number.parseInt(filename ?? '', 10)] ?? Buffer.of()), filename ?? '').toBe(true);
      }),
    );
  });

  test('A virus has no download link, and stays in the raw mail', async () => {
    const subject = freshName('virus');
    await sendMail({
      to: agent.address,
      subject,
      text: 'see attached',
      attachments: [{ filename: 'x.com', content: TEST_VIRUS }],
    });
    const message = await messageWith(agent, subject);
    const params = { id: agent.id, mid: message.id, aid: message.attachments[0]?.id ?? '' };
    await agent.api.refused('getAttachment', 'resource.not_found', { params });
    const raw = await rawLinkOf(agent, message.id);
    expect((await download(raw)).toString()).toContain('filename=x.com');
    expect(await filesUnder(raw, `downloads/${message.id}/`)).toEqual([]);
  });

  test('The raw form of a sent mail is built on request, with the bytes that its recipient got', async () => {
    const recipient = await makeAgent(await makeOrganization());
    const mid = await send(agent, {
      to: recipient.address,
      subject: 'Grüße 🌍',
      html: '<p>The <b>file</b></p><img src="cid:logo">',
      headers: { 'X-Campaign': 'welcome' },
      attachments: [
        { filename: 'résumé.pdf', content_type: 'application/pdf', content_base64: PDF.toString('base64') },
        { filename: 'logo.png', content_type: 'image/png', content_base64: 'iVBORw==', content_id: 'logo' },
      ],
    });
    await eventsOfMessage(agent, mid, 2);
    const [received] = await eventually(() => messagesOf(recipient, 1));
    const link = await rawLinkOf(agent, mid);
    const [sent, arrived] = [await download(link), await download(await rawLinkOf(recipient, received?.id ?? ''))];
    expect(bodyOf(sent).equals(bodyOf(arrived))).toBe(true);
    const fieldsOf = async (raw: Buffer) => {
      const { from, to, subject, messageId, headers } = await PostalMime.parse(raw);
      return { from, to, subject, messageId, campaign: headers.find(({ key }) => key === 'x-campaign')?.value };
    };
    expect(await fieldsOf(sent)).toEqual(await fieldsOf(arrived));
    expect(await fieldsOf(sent)).toMatchObject({ subject: 'Grüße 🌍', campaign: 'welcome' });

    // Its files are stored once as well: there is no raw mail in addition.
    expect(await filesUnder(link, `downloads/${mid}/`)).toEqual([`downloads/${mid}/raw`]);
    expect(await filesUnder(link, 'outbound/')).toEqual([]);
    const { attachments } = await readMessage(agent, mid);
    expect((await download(await linkOf(agent, mid, attachments[0]?.id ?? ''))).equals(PDF)).toBe(true);
  });

  test('A file is made again if its download has expired', async () => {
    const subject = freshName('again');
    await sendMail({ to: agent.address, subject, text: 'x', attachments: [{ filename: 'note.txt', content: NOTE }] });
    const message = await messageWith(agent, subject);
    const aid = message.attachments[0]?.id ?? '';
    const link = await linkOf(agent, message.id, aid);
    await new EmulatedBucket(link).delete(keyIn(link));
    expect((await fetch(link)).ok).toBe(false);
    expect((await download(await linkOf(agent, message.id, aid))).equals(NOTE)).toBe(true);
  });
});
