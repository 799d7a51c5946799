import { createSocket } from 'node:dgram';
import dnsPacket from 'dns-packet';
import type { Zone } from './wildcard-zone.ts';

export interface DnsServer {
  /** `address:port`, as resolvers expect it. */
  readonly address: string;
  close(): Promise<void>;
}

/** See: RFC 1035, section 4.1.1 (RCODE). */
const NO_SUCH_NAME = 3;
const { AUTHORITATIVE_ANSWER, RECURSION_DESIRED, RECURSION_AVAILABLE } = dnsPacket;

/** A DNS server on loopback, over UDP, that serves one zone. It ignores requests that it cannot parse. */
export function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, sender) => {
    const response = answer(bytes, zone);
    if (response !== undefined) socket.send(response, sender.port, sender.address);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      socket.off('error', reject);
      // A client that is gone when its response is sent is not an error.
      socket.on('error', () => {});
      resolve({
        address: `127.0.0.1:${socket.address().port}`,
        close: () => new Promise((closed) => socket.close(() => closed())),
      });
    });
  });
}

function answer(bytes: Buffer, zone: Zone): Buffer | undefined {
  try {
    const query = dnsPacket.decode(bytes);
    const [question] = query.questions ?? [];
    if (question === undefined || query.type === 'response') return undefined;
    const found = zone(question);
    const desired = (query.flags ?? 0) & RECURSION_DESIRED;
    return dnsPacket.encode({
      type: 'response',
      id: query.id ?? 0,
      flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | desired | (found === 'no such name' ? NO_SUCH_NAME : 0),
      questions: [question],
      answers: found === 'no such name' ? [] : found,
    });
  } catch {
    return undefined;
  }
}
