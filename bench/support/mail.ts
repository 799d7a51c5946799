import { createTransport } from 'nodemailer';

/** An SMTP client that keeps its connections open. `send` resolves when the server has replied 250. */
export interface MailClient {
  send(to: string, subject: string, attached?: Buffer): Promise<void>;
  close(): void;
}

const TEXT = 'Hello,\r\n\r\ncould you look into order 4711? It has not arrived yet.\r\n\r\nKind regards\r\nSam\r\n';

export function mailClient(port: number, maxConnections = 4): MailClient {
  const transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections, ignoreTLS: true });
  return {
    send: async (to, subject, attached) => {
      const attachments = attached === undefined ? [] : [{ filename: 'order.pdf', content: attached }];
      await transport.sendMail({ from: 'Sam <sam@example.com>', to, subject, text: TEXT, attachments });
    },
    close: () => transport.close(),
  };
}
