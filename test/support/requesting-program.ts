import { createInterface } from 'node:readline';

/**
 * A program that makes the requests that it reads, one JSON object per line, and writes each response in the same way.
 * Its first line says who it is. It ends with the input, or with the code that a line has.
 */
const { AID_PROXY_URL: base = '', ...environment } = process.env;

const write = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

process.on('SIGTERM', () => process.exit(9));
write({ pid: process.pid, base, environment });
for await (const line of createInterface({ input: process.stdin })) {
  const { path, exit, kill, ...init } = JSON.parse(line);
  if (exit !== undefined) process.exit(exit);
  if (kill !== undefined) process.kill(process.pid, kill);
  try {
    const response = await fetch(base + path, init);
    const { status, url, headers } = response;
    write({ status, url, headers: Object.fromEntries(headers), body: await response.text() });
  } catch (error) {
    write({ failed: String((error as Error).cause ?? error) });
  }
}
