import { readCommandLine, wholeNumber } from '#testing/command-line.ts';
import { ScriptedService } from './scripted-service.ts';

const NAME = 'scripted-service';
const USAGE = `node testing/scripted-service/main.ts [--port 0]

Serves the scenarios of clients/vectors/scenarios to a client in any language, and prints its address. SIGTERM ends
it. clients/vectors/README.md describes its use.

  --port  the port  any`;

const { values } = readCommandLine({
  name: NAME,
  usage: USAGE,
  options: { port: { type: 'string', default: '0' } },
});

const service = await ScriptedService.start({ port: wholeNumber(NAME, 'port', values.port) });
console.log(`scripted service ${service.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.stop());
