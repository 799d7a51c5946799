import type { HandCommand } from '../command.ts';
import { DRY_RUN } from '../common-options.ts';
import { type RunOptions, SECONDS, USES } from '../proxy/run-options.ts';

/** Runs a program that uses a secret and does not have it. */
export const runProgram: HandCommand = {
  command: ['run'],
  title: 'Run a program that uses a secret without having it',
  text: 'Starts a proxy at the loopback address, with its address in AID_PROXY_URL: a request to $AID_PROXY_URL/api.example.com/v1 goes to https://api.example.com/v1 with the secret in a header. The program gets the address alone. Each request is a use of a lease, which ends with the program. The exit code is that of the program.',
  arguments: ['<command...>'],
  takesCommand: true,
  options: [
    { flags: '--secret <id-or-name>', text: 'The secret: its id, or name=<name>.' },
    { flags: '--field <name>', text: 'For a secret that is an object: the field to use.' },
    {
      flags: '--host <host>',
      text: 'A host that the secret may be sent to, such as api.example.com; by default all hosts of the secret. Repeat it for more.',
      repeats: true,
    },
    { flags: '--header <template>', text: 'The header with the secret; "Authorization: Bearer {{value}}" by default.' },
    { flags: '--basic <template>', text: 'Basic authentication instead: "ada:{{value}}", or "{{value}}:".' },
    {
      flags: '--base-url <NAME=url>',
      text: 'A variable that gets the address of an API behind the proxy: OPENAI_BASE_URL=https://api.openai.com/v1. Repeat it for more.',
      repeats: true,
    },
    { flags: '--max-uses <number>', text: `How many requests the lease permits; ${USES.usual} by default, the most.` },
    { flags: '--ttl-seconds <number>', text: `How long the lease lasts; ${SECONDS.usual} by default.` },
    {
      flags: '--purpose <text>',
      text: 'What it is for, for people; by default the name of the program and the hosts.',
    },
    { flags: '--agent <id-or-handle>', text: 'The agent, if the key is an org key.' },
    { flags: '--private-key-file <path>', text: 'The file with the private key of an agent that has a keypair.' },
    DRY_RUN,
  ],
  async run(context, command, options) {
    // Loaded for this command alone: servers and TLS take a part of the start of all others.
    const { runWithProxy } = await import('../proxy/run-with-proxy.ts');
    await runWithProxy(context, command, options as RunOptions);
  },
};
