import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { attachment, attachmentFromFile } from '#clients/typescript/src/index.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { aidOf } from '../support/sdk.ts';

test('An email has the bytes of a file and of a stream, and is refused by the library where they are too many', async () => {
  const aid = aidOf(await makeAgent(await makeOrganization()));
  const half = Buffer.alloc(1_800_000, 'half');
  const { email_address: own } = await aid.me();
  const mail = { to: own ?? '', subject: 'Files', text: 'Two of them.' };
  const file = await attachmentFromFile(import.meta.filename);
  const stream = await attachment(Readable.from([half, half]), { filename: 'stream.bin' });
  await aid.mail.send({ ...mail, attachments: [file, stream] });
  await expect.poll(() => aid.mail.messages.list({ direction: 'inbound' }).all()).toHaveLength(1);
  const [received] = await aid.mail.messages.list({ direction: 'inbound' }).all();
  const { attachments } = await aid.mail.messages.get(received?.id ?? '');
  const contents = attachments.map(async ({ id }) => {
    const { download_url: url } = await aid.mail.messages.attachment(received?.id ?? '', id);
    return Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64');
  });
  expect(await Promise.all(contents)).toEqual([file.content_base64, stream.content_base64]);
  expect(attachments.map(({ filename }) => filename)).toEqual(['sdk-attachments.test.ts', 'stream.bin']);
  const over = await attachment(Buffer.alloc(70_017), { filename: 'over.bin' });
  await expect(aid.mail.send({ ...mail, attachments: [stream, over] })).rejects.toMatchObject({
    message: 'attachments: at most 3.5 MB in total, got 3670017 bytes',
    status: undefined,
  });
});
