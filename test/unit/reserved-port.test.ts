import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { reservePort } from '#testing/reserved-port.ts';

/** Enough that two programs which draw without regard to each other would almost certainly draw a port in common. */
const COUNT = 250;

const MODULE = join(import.meta.dirname, '../../testing/reserved-port.ts');

/** A program that reserves ports, prints them, and stays. */
const PROGRAM = `
import { reservePort } from ${JSON.stringify(MODULE)};
const ports = [];
while (ports.length < ${COUNT}) ports.push(await reservePort());
console.log(JSON.stringify(ports));
setInterval(() => {}, 1_000_000);
`;

test('A port is reserved once, also where two programs reserve many', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [line] = await once(createInterface(child.stdout), 'line');
  const ports: number[] = JSON.parse(line);
  while (ports.length < 2 * COUNT) ports.push(await reservePort());
  expect(new Set(ports).size).toBe(2 * COUNT);
});

test('A reserved port can be listened on, and is none that fetch refuses or that another server has', async () => {
  const port = await reservePort();
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await expect(fetch(`http://127.0.0.1:${await reservePort()}`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
});
