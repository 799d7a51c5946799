import { connect, type Socket } from 'node:net';

export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

export interface SentMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
  /** Drops the connection in the middle of the mail. */
  readonly isCutOff?: boolean;
}

/** A reply that takes longer than this is a defect of the server. */
const TIMEOUT_MS = 120_000;

const END_OF_DATA = Buffer.from('.\r\n');

/**
 * A small SMTP client that changes no byte of an email. The clients of mail programs repair line endings and refuse
 * malformed addresses, which must reach the server here.
 */
export class SmtpClient {
  readonly #socket: Socket;
  readonly #waiting: { resolve(reply: SmtpReply): void; reject(error: Error): void }[] = [];
  #received = '';
  #failure: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no reply within ${TIMEOUT_MS / 1000} s`)));
    socket.setEncoding('latin1').on('data', (text: string) => this.#receive(text));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static async connect(port: number): Promise<SmtpClient> {
    const client = new SmtpClient(connect(port, '127.0.0.1'));
    const greeting = await client.#reply();
    if (greeting.code !== 220) throw new Error(`SMTP: ${greeting.code} ${greeting.text}`);
    await client.#command('EHLO client.example');
    return client;
  }

  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /** Returns the reply to the end of the mail, or the first one that rejects it. */
  async send({ sender, recipients, raw, isCutOff = false }: SentMail): Promise<SmtpReply> {
    const from = await this.#command(`MAIL FROM:<${sender}>`);
    if (from.code >= 400) return this.#reset(from);
    let refused: SmtpReply | undefined;
    let accepted = 0;
    for (const recipient of recipients) {
      const reply = await this.#command(`RCPT TO:<${recipient}>`);
      if (reply.code < 400) accepted += 1;
      else refused = reply;
    }
    if (accepted === 0) return this.#reset(refused ?? { code: 503, text: 'no recipients' });
    const data = await this.#command('DATA');
    if (data.code !== 354) return this.#reset(data);
    const lines = withDots(raw);
    if (isCutOff) {
      await this.#write(lines.subarray(0, Math.floor(lines.length / 2)));
      this.#fail(new Error('the client dropped the connection'));
      this.#socket.destroy();
      return { code: 0, text: 'cut off' };
    }
    const reply = this.#reply();
    reply.catch(() => {});
    await this.#write(lines);
    await this.#write(END_OF_DATA);
    return reply;
  }

  close(): void {
    this.#socket.end('QUIT\r\n');
    this.#socket.destroySoon();
  }

  async #reset(reply: SmtpReply): Promise<SmtpReply> {
    if (this.isOpen) await this.#command('RSET');
    return reply;
  }

  #command(line: string): Promise<SmtpReply> {
    const reply = this.#reply();
    reply.catch(() => {});
    this.#socket.write(`${line}\r\n`, 'latin1');
    return reply;
  }

  #write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  #reply(): Promise<SmtpReply> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #receive(text: string): void {
    this.#received += text;
    for (;;) {
      // All lines but the last have a hyphen after the code. See: RFC 5321, section 4.2.1.
      const last = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: ([^\r\n]*))?\r?\n/.exec(this.#received);
      if (last === null) return;
      this.#received = this.#received.slice(last[0].length);
      this.#waiting.shift()?.resolve({ code: Number(last[1]), text: last[2] ?? '' });
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

const DOT = 0x2e;
const LF = 0x0a;

/** The mail as DATA carries it: a dot is added before each line that begins with one, and a line ending at the end. */
function withDots(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = raw.indexOf(DOT); at !== -1; at = raw.indexOf(DOT, at + 1)) {
    if (at !== 0 && raw[at - 1] !== LF) continue;
    pieces.push(raw.subarray(from, at), Buffer.from('.'));
    from = at;
  }
  pieces.push(raw.subarray(from));
  return Buffer.concat([...pieces, Buffer.from(lineEndOf(raw))]);
}

/** The bytes that an email needs to end with a line ending. */
export function lineEndOf(raw: Buffer): string {
  return raw.subarray(-2).toString('latin1') === '\r\n' ? '' : '\r\n';
}
