import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** What RFC 6455, section 1.3, appends to the key of a handshake. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** The server's end of a WebSocket that carries texts, each in one frame. See: RFC 6455, section 5. */
export class WebSocketEnd {
  readonly #socket: Duplex;
  readonly #onText: (text: string) => void;
  #received = Buffer.alloc(0);

  /** Accepts a handshake, with the first subprotocol that the client offers. */
  constructor({ headers }: IncomingMessage, socket: Duplex, onText: (text: string) => void) {
    this.#socket = socket;
    this.#onText = onText;
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    const protocol = headers['sec-websocket-protocol']?.split(',')[0]?.trim();
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'upgrade: websocket',
      'connection: Upgrade',
      `sec-websocket-accept: ${accept}`,
      ...(protocol === undefined ? [] : [`sec-websocket-protocol: ${protocol}`]),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.on('data', (piece) => this.#read(piece));
  }

  send(text: string): void {
    this.#write(TEXT, Buffer.from(text));
  }

  close(code: number): void {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    this.#write(CLOSE, payload);
    this.#socket.end();
  }

  #write(opcode: number, payload: Buffer): void {
    if (!this.#socket.writable) return;
    const { length } = payload;
    const head = Buffer.alloc(length < 126 ? 2 : length < 0x10000 ? 4 : 10);
    head[0] = 0x80 | opcode;
    head[1] = length < 126 ? length : length < 0x10000 ? 126 : 127;
    if (head.length === 4) head.writeUInt16BE(length, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
    this.#socket.write(Buffer.concat([head, payload]));
  }

  #read(piece: Buffer): void {
    this.#received = Buffer.concat([this.#received, piece]);
    for (;;) {
      const frame = frameIn(this.#received);
      if (frame === undefined) return;
      this.#received = this.#received.subarray(frame.size);
      if (frame.opcode === TEXT) this.#onText(frame.payload.toString());
      if (frame.opcode === PING) this.#write(PONG, frame.payload);
      if (frame.opcode === CLOSE) {
        this.#write(CLOSE, frame.payload);
        this.#socket.end();
      }
    }
  }
}

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** The bytes of the whole frame. */
  readonly size: number;
}

/** The first frame of a client, which is masked; `undefined` if it is incomplete. */
function frameIn(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start + 4) return undefined;
  const length = start === 2 ? short : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const size = start + 4 + length;
  if (bytes.length < size) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const payload = Buffer.from(bytes.subarray(start + 4, size).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, size };
}
