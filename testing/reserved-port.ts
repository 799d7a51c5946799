import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isAcquired } from './folder-lock.ts';

/**
 * No system gives these ports to a connection, or to a server that takes any port. Linux begins at 32,768, and gVisor
 * at 16,000. Linux says where in `ip_local_port_range`.
 */
const FIRST_PORT = 10_000;
const LAST_PORT = 15_999;

/** `fetch` refuses to call it. See: WHATWG Fetch, port blocking. */
const BAD_PORT = 10_080;

/** The locks of this process, which end with it. */
const locks: DatabaseSync[] = [];

/**
 * A port of the loopback interface that nothing listens on, and that no other program takes before this process ends: a
 * test may start a server there later, or again, or never.
 */
export async function reservePort(): Promise<number> {
  const folder = join(tmpdir(), 'aid-ports');
  mkdirSync(folder, { recursive: true });
  for (let port = randomInt(FIRST_PORT, LAST_PORT); ; port = port < LAST_PORT ? port + 1 : FIRST_PORT) {
    if (port === BAD_PORT) continue;
    const lock = new DatabaseSync(join(folder, String(port)), { timeout: 0 });
    if (isAcquired(lock) && (await isUnused(port))) {
      locks.push(lock);
      return port;
    }
    lock.close();
  }
}

async function isUnused(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
