import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOT_AUDITED } from '#shared/contract/not-audited.ts';
import { ROUTES, SERVED_ROUTES } from '#shared/contract/table.ts';
import { auditedText } from '#shared/domain/organization/audit.ts';

/** What is in the audit and what is not, what entries show, and that nothing changes them. */

const ROOT = join(import.meta.dirname, '../..');
const ENTITY = 'shared/data/entities/organization/audit-entry.ts';

test('Every operation that changes something is audited, or is in the list of those that are not, with a reason', () => {
  const changing = SERVED_ROUTES.filter(({ method }) => method !== 'GET');
  const missing = changing.filter(({ name, audited }) => (audited === undefined) !== Object.hasOwn(NOT_AUDITED, name));
  expect(missing.map(({ name }) => name)).toEqual([]);
  const changingNames = new Set(changing.map(({ name }) => name));
  expect(Object.keys(NOT_AUDITED).filter((name) => !changingNames.has(name))).toEqual([]);
  for (const reason of Object.values(NOT_AUDITED)) expect(reason.length).toBeGreaterThan(20);
  expect(SERVED_ROUTES.filter(({ method, audited }) => method === 'GET' && audited !== undefined)).toEqual([]);
});

test('An entry shows no field that is a secret, a credential, or the body of something', () => {
  const fields = ROUTES.flatMap(({ name, audited }) => (audited?.fields ?? []).map((field) => `${name}.${field}`));
  expect(fields.length).toBeGreaterThan(50);
  const secret =
    /\.(.*(secret|password|token|code|proof|credentials|private|public_key|value|hash)|key|jwks|public_url)$/;
  expect(fields.filter((field) => secret.test(field))).toEqual([]);
});

test('An audited operation without credentials says itself which organization it changes', () => {
  const open = ROUTES.filter(({ auth, audited }) => auth === 'none' && audited !== undefined);
  expect(open.map(({ name }) => name)).toContain('login');
  expect(open.filter(({ audited }) => audited?.whereStated !== true)).toEqual([]);
});

test('Nothing but the entity touches the rows of the audit, and it only inserts', () => {
  const folders = ['shared', 'functions', 'scripts'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  expect(files.filter((file) => /PREFIX\.audit\b/.test(textOf(file)))).toEqual([ENTITY]);
  expect(files.filter((file) => /['"`]AUDIT#/.test(textOf(file)))).toEqual(['shared/data/table.ts']);
  expect(textOf(ENTITY)).toMatch(/import \{ type Change, insert, RETRY \} from '\.\.\/\.\.\/change\.ts';/);
});

test('The fields of a record are those that are named, and a URL loses its query', () => {
  const record = { url: 'https://hooks.example/a?token=t0p', enabled: true, secret: 's3cret', missing: undefined };
  expect(auditedText(record, ['url', 'enabled', 'missing', 'absent'])).toBe(
    '{"url":"https://hooks.example/a","enabled":true}',
  );
  expect(auditedText(record, [])).toBeNull();
  expect(auditedText(null, ['url'])).toBeNull();
  expect(auditedText(undefined, ['url'])).toBeNull();
  expect(auditedText({ name: 'why?' }, ['name'])).toBe('{"name":"why?"}');
});

test('A record that is too long for an entry loses its longest fields, and says how long they are', () => {
  const skills = Array.from({ length: 300 }, (_, index) => ({ id: `skill-${index}`, name: 'ü'.repeat(20) }));
  const text = auditedText({ mode: 'open', description: 'd'.repeat(4000), skills }, ['mode', 'description', 'skills']);
  expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(8 * 1024);
  const bytes = Buffer.byteLength(JSON.stringify(skills));
  expect(JSON.parse(text ?? '')).toEqual({
    mode: 'open',
    description: 'd'.repeat(4000),
    skills: { omitted_bytes: bytes },
  });
});
