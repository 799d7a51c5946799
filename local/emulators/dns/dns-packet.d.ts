/** Types for the part of the package that we use. The package has none. */
declare module 'dns-packet' {
  export interface Question {
    readonly type: string;
    readonly name: string;
  }

  export type Answer =
    | { readonly type: 'CNAME'; readonly name: string; readonly ttl: number; readonly data: string }
    | {
        readonly type: 'MX';
        readonly name: string;
        readonly ttl: number;
        readonly data: { readonly preference: number; readonly exchange: string };
      }
    | { readonly type: 'TXT'; readonly name: string; readonly ttl: number; readonly data: string };

  export interface Packet {
    readonly type?: 'query' | 'response';
    readonly id?: number;
    readonly flags?: number;
    readonly questions?: readonly Question[];
    readonly answers?: readonly Answer[];
  }

  const dnsPacket: {
    readonly AUTHORITATIVE_ANSWER: number;
    readonly RECURSION_DESIRED: number;
    readonly RECURSION_AVAILABLE: number;
    encode(packet: Packet): Buffer;
    decode(bytes: Buffer): Packet;
  };
  export default dnsPacket;
}
