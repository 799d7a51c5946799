// Prints a part of a JSON reply of the service: the tool of the walks in the README and in docs/.
//
//   curl -s http://127.0.0.1:8787/v1/health | node examples/field.mjs .status
//
// Without a reply, or where the reply is an error and the part is none of it, it says so in one line and ends with 1.
// It needs no package and runs on Node 18 and later.
import { readFileSync } from 'node:fs';

const [part = ''] = process.argv.slice(2);

/** Ends the program with one line about what is wrong. */
function fail(line) {
  console.error(line);
  process.exit(1);
}

const text = readFileSync(0, 'utf8').trim();
if (text === '') fail('no reply: is the service running? npm start, in another terminal');
let reply;
try {
  reply = JSON.parse(text);
} catch {
  fail(`not a reply of the service: ${text.split('\n', 1)[0].slice(0, 120)}`);
}
if (reply.error !== undefined && !part.startsWith('.error')) fail(`${reply.error.code}: ${reply.error.message}`);
// The part is code, such as `.messages[0].id`: it comes from the one who types the command.
console.log(new Function('reply', `return reply${part}`)(reply));
