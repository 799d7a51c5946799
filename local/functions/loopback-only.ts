import { BlockList, isIP, Socket } from 'node:net';

/** The arguments of `Socket.connect` that name the target. */
interface Target {
  readonly host?: string | undefined;
  /** The path of a socket file; null or absent for a network address. */
  readonly path?: string | null | undefined;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const LOOPBACK_NAME = /^(?:.+\.)?localhost\.?$/i;

/**
 * From now on, every connection of this thread that would leave the machine fails as if its network were down. The
 * target is checked before its name is looked up, so no DNS query leaves either.
 */
export function confineToLoopback(): void {
  const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const { host = 'localhost', path } = targetOf(args);
    if (typeof path === 'string' || isLoopback(host)) return connect.apply(this, args);
    const error = Object.assign(new Error(`connect ENETUNREACH ${host}`), { code: 'ENETUNREACH', syscall: 'connect' });
    process.nextTick(() => this.destroy(error));
    return this;
  } as typeof Socket.prototype.connect;
}

/** `connect(options)`, `connect(port, host)`, `connect(path)`, or the one array that Node's own callers pass. */
function targetOf(args: readonly unknown[]): Target {
  const [first, second] = args;
  if (Array.isArray(first)) return first[0] as Target;
  if (typeof first === 'object' && first !== null) return first as Target;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { host: typeof second === 'string' ? second : undefined };
}

function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return LOOPBACK_NAME.test(host);
  return LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
