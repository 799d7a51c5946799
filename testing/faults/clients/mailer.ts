import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';

/** A mail server that sends each email until it is accepted. */
export class Mailer {
  readonly #transport;
  deadline = Number.POSITIVE_INFINITY;

  constructor(port: number) {
    this.#transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: 4, ignoreTLS: true });
  }

  /** Returns the number of attempts, or `undefined` if the mail was not accepted. */
  async send(to: string, marker: string): Promise<number | undefined> {
    const mail = {
      from: 'Sam <sam@example.com>',
      to,
      subject: marker,
      text: 'Where is my order?',
      messageId: `<${marker}@example.com>`,
      date: new Date(0),
    };
    for (let attempts = 1; ; attempts++) {
      const isAccepted = await this.#transport.sendMail(mail).then(
        () => true,
        () => false,
      );
      if (isAccepted) return attempts;
      if (Date.now() > this.deadline) return undefined;
      await sleep(100);
    }
  }

  close(): void {
    this.#transport.close();
  }
}
