import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalStack } from '#local/local-stack.ts';
import { functionResource, startFixture } from './support/fixture.ts';

/** Connects to `target` the way its event says, and returns the code of the error, or `connected`. */
const CONNECT = `
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';

const ways = {
  fetch: (target) => fetch(target).then(() => undefined, (error) => error.cause ?? error),
  http: (target) => new Promise((resolve) => http.get(target, () => resolve()).on('error', resolve)),
  options: (target) => opened(net.connect({ host: new URL(target).hostname, port: new URL(target).port })),
  arguments: (target) => opened(net.connect(Number(new URL(target).port), new URL(target).hostname)),
  lookup: (target) => opened(net.connect({
    host: new URL(target).hostname,
    port: new URL(target).port,
    lookup: (name, options, callback) => callback(new Error('looked up')),
  })),
  tls: (target) => opened(tls.connect({ host: new URL(target).hostname, port: new URL(target).port })),
};
const opened = (socket) => new Promise((resolve) => socket.once('connect', () => resolve()).once('error', resolve));

export const handler = async ({ way, target }) => {
  const error = await ways[way](target);
  return { outcome: error === undefined ? 'connected' : error.code ?? error.message };
};`;

const WAYS = ['fetch', 'http', 'options', 'arguments', 'lookup', 'tls'] as const;

let stack: LocalStack;
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  const resources = {
    Role: { Type: 'AWS::IAM::Role' },
    Connect: functionResource('connect'),
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: { paths: {} } } },
  };
  stack = await startFixture(
    { resources, bundles: { connect: CONNECT } },
    { settings: { loopbackOnly: true }, readyPath: '/_local/outbox' },
  );
});

afterAll(async () => {
  server.close();
  await stack?.stop();
});

async function outcome(way: string, target: string): Promise<string> {
  return JSON.parse(await stack.functions.invoke('connect', { way, target })).outcome;
}

test.each(WAYS)(
  'With AID_LOOPBACK_ONLY a connection by %s reaches no other machine, neither by name nor by address',
  async (way) => {
    expect(await outcome(way, 'http://receiver.example:80/')).toBe('ENETUNREACH');
    // RFC 5737: an address for documentation, which no host has.
    expect(await outcome(way, 'http://192.0.2.1:80/')).toBe('ENETUNREACH');
  },
);

test.each(['127.0.0.1', 'localhost'])('With AID_LOOPBACK_ONLY a connection to %s succeeds', async (host) => {
  const target = `http://${host}:${(server.address() as AddressInfo).port}/`;
  for (const way of ['fetch', 'http', 'options', 'arguments']) {
    expect(await outcome(way, target), way).toBe('connected');
  }
});
