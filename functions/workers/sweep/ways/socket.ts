/** A message of the service. */
interface Message {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** A connection to the WebSocket API of the stage. */
export interface Socket {
  send(message: object): void;
  /** The next message; rejects if the connection ends before. */
  next(): Promise<Message>;
}

/** Opens a connection, works with it, and closes it. Everything ends with the signal. */
export async function withSocket<T>(
  url: string,
  protocols: readonly string[],
  signal: AbortSignal,
  work: (socket: Socket) => Promise<T>,
): Promise<T> {
  const socket = new WebSocket(url, [...protocols]);
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const end = (reason: string) => ended.reject(new Error(reason));
  const arrived: Message[] = [];
  let wake = () => {};
  const opened = new Promise<void>((resolve) => {
    socket.onopen = () => resolve();
  });
  socket.onmessage = ({ data }) => {
    arrived.push(JSON.parse(String(data)) as Message);
    wake();
  };
  socket.onerror = () => end('the handshake failed, or the connection broke');
  socket.onclose = ({ code }) => end(`the connection was closed with ${code}`);
  const onAbort = () => end('no response in time');
  signal.addEventListener('abort', onAbort, { once: true });
  const next = async () => {
    while (arrived.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return arrived.shift() as Message;
  };
  try {
    await Promise.race([opened, ended.promise]);
    return await Promise.race([
      work({
        send: (message) => socket.send(JSON.stringify(message)),
        next: () => Promise.race([next(), ended.promise]),
      }),
      ended.promise,
    ]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.close();
  }
}
