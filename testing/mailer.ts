import { createTransport, type SendMailOptions } from 'nodemailer';
import { sharedStack } from './fixture.ts';

/** The response of the server to an email that it accepted. */
export interface Accepted {
  messageId: string;
  response: string;
}

/** Sends mail by SMTP like an ordinary mail program. Throws the rejection of the server. */
export async function sendMail(mail: SendMailOptions, port = sharedStack().smtpPort): Promise<Accepted> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  try {
    const { messageId, response } = await transport.sendMail({ from: 'Ada <ada@sender.example>', ...mail });
    return { messageId, response };
  } finally {
    transport.close();
  }
}

/** Sends bytes that are not a valid mail in a valid envelope. */
export function sendRawMail(
  to: string | string[],
  raw: string | Buffer,
  from = 'ada@sender.example',
): Promise<Accepted> {
  return sendMail({ envelope: { from, to }, raw });
}
