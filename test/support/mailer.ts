import { createTransport, type SendMailOptions } from 'nodemailer';
import { sharedStack } from './fixture.ts';

/** How the server answered a mail it took. */
export interface Accepted {
  messageId: string;
  response: string;
}

/** Sends mail by SMTP, as anybody's mail program would. Throws what the server refuses. */
export async function sendMail(mail: SendMailOptions, port = sharedStack().smtpPort): Promise<Accepted> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  try {
    const { messageId, response } = await transport.sendMail({ from: 'Ada <ada@sender.example>', ...mail });
    return { messageId, response };
  } finally {
    transport.close();
  }
}

/** Sends bytes that are no proper mail: the envelope is right, the rest is what it is. */
export function sendRawMail(
  to: string | string[],
  raw: string | Buffer,
  from = 'ada@sender.example',
): Promise<Accepted> {
  return sendMail({ envelope: { from, to }, raw });
}
