import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Workspace } from './workspace.ts';

/**
 * The durable state of the emulators in one SQLite file: queued messages, stream positions, object records, captured
 * mail, tenants and keys that sign. A commit reaches the operating system before the caller gets its response, so `kill
 * -9` loses nothing that was acknowledged. Only a failing machine could, and even then SQLite stays consistent.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  queue TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  attributes TEXT,
  message_group TEXT,
  sent_at INTEGER NOT NULL,
  visible_at INTEGER NOT NULL,
  receive_count INTEGER NOT NULL DEFAULT 0,
  first_received_at INTEGER
);
CREATE TABLE IF NOT EXISTS positions (
  mapping TEXT NOT NULL,
  shard TEXT NOT NULL,
  sequence_number TEXT NOT NULL,
  PRIMARY KEY (mapping, shard)
);
CREATE TABLE IF NOT EXISTS objects (
  bucket TEXT NOT NULL,
  key TEXT NOT NULL,
  file TEXT NOT NULL,
  size INTEGER NOT NULL,
  etag TEXT NOT NULL,
  content_type TEXT NOT NULL,
  headers TEXT NOT NULL,
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (bucket, key)
);
CREATE TABLE IF NOT EXISTS outbox (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipients TEXT NOT NULL,
  tags TEXT NOT NULL,
  configuration_set TEXT,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  raw BLOB NOT NULL,
  sent_at INTEGER NOT NULL,
  routed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS tenants (
  name TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS tenant_resources (
  tenant_id TEXT NOT NULL,
  arn TEXT NOT NULL,
  PRIMARY KEY (tenant_id, arn)
);
CREATE TABLE IF NOT EXISTS identities (
  name TEXT PRIMARY KEY,
  tags TEXT NOT NULL,
  mail_from TEXT
);
CREATE TABLE IF NOT EXISTS identities_without_feedback (
  name TEXT PRIMARY KEY
);
CREATE TABLE IF NOT EXISTS tenant_suppression (
  tenant TEXT PRIMARY KEY,
  scope TEXT NOT NULL,
  reasons TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS signing_keys (
  arn TEXT PRIMARY KEY,
  private_key BLOB NOT NULL,
  public_key BLOB NOT NULL,
  tags TEXT NOT NULL,
  deleted_at INTEGER
);
CREATE TABLE IF NOT EXISTS suppressed (
  list TEXT NOT NULL,
  address TEXT NOT NULL,
  reason TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (list, address)
);
CREATE TABLE IF NOT EXISTS suppressed_recipients (
  mail TEXT NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (mail, address)
);
`;

export type Database = DatabaseSync;

/** Opens the emulators' database of a workspace; in memory for an ephemeral stack. */
export function openDatabase(workspace: Pick<Workspace, 'dir' | 'ephemeral'>): Database {
  const database = new DatabaseSync(workspace.ephemeral ? ':memory:' : join(workspace.dir, 'emulators.db'));
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  database.exec(SCHEMA);
  return database;
}

/** Runs `work` in one transaction: all of its writes or none. */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
