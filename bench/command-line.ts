import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '#testing/stack.ts';
import { type BenchmarkRun, info, within } from './support/measurement.ts';
import { median } from './support/statistics.ts';

const STARTS = 20;
const MAX_MS = 120;
const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
/** Nothing listens there, so the connection is refused at once. */
const NO_SERVICE = { AID_URL: 'http://127.0.0.1:4', AID_KEY: 'aid_org_none' };

/** How long the command line takes from its start to its end, and how much of that is Node. */
export const commandLine: BenchmarkRun = async (say) => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'clients-build.ts')], { cwd: ROOT });
  const program = join(ROOT, 'clients', 'cli', 'dist', 'aid.js');
  const commands = {
    '`node` with nothing to do': ['-e', '0'],
    '`aid --version`': [program, '--version'],
    '`aid whoami` without a network': [program, 'whoami'],
    '`aid mcp` with one request': [program, 'mcp'],
  };
  const service = await respondingService();
  const times = new Map<string, number[]>();
  say(`${STARTS} starts of each`);
  for (let round = 0; round < STARTS; round += 1) {
    for (const [name, args] of Object.entries(commands)) {
      const started = performance.now();
      await ended(args, args.includes('mcp') ? service : NO_SERVICE);
      times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
    }
  }
  return [...times].map(([name, all]) =>
    name.includes('aid') ? within(name, median(all), MAX_MS, 'ms') : info(name, `${median(all).toFixed(0)} ms`),
  );
};

/** Runs Node with these arguments and an MCP request as input, whatever its exit code. */
function ended(args: readonly string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, () => resolve()).stdin?.end(REQUEST);
  });
}

/** A service that responds to every MCP request at once. It does not keep the process running. */
async function respondingService(): Promise<Record<string, string>> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { ...NO_SERVICE, AID_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
