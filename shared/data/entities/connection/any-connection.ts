import { type DecodeRow, getRow, type Row, type Table } from '../../table-client.ts';
import { connectionKey, decodeConnection, type StreamConnection } from './connection.ts';
import { decodeTunnelConnection, type TunnelConnection } from './tunnel-connection.ts';

/** A connection of the WebSocket API, whatever it carries. */
export type AnyConnection = StreamConnection | TunnelConnection;

export const decodeAnyConnection: DecodeRow<AnyConnection> = (row) =>
  row.kind === 'tunnel' ? decodeTunnelConnection(row) : decodeConnection(row);

export function findAnyConnection(table: Table, connectionId: string): Promise<Row<AnyConnection> | undefined> {
  return getRow(table, decodeAnyConnection, connectionKey(connectionId), { strong: true });
}
