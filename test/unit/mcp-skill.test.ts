import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ListedTool } from '#shared/contract/mcp/tool.ts';
import { callMcp } from '#shared/contract/routes/mcp.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const page = (path: string) => readFileSync(join(DOCS, path), 'utf8');

const SKILL = page('mcp/aid/SKILL.md');
const SETTINGS = page('mcp/README.md');
const { tools }: { tools: readonly ListedTool[] } = JSON.parse(page('mcp-tools.json'));

/** The schemas of the arguments with this name. */
const argumentsWith = (name: string) =>
  tools.flatMap(({ inputSchema }) => (inputSchema.properties as Record<string, Schema> | undefined)?.[name] ?? []);

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

test('The skill has the form of Agent Skills: the name of its folder, and a description in one line', () => {
  const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(SKILL) ?? [];
  expect(name).toBe('aid');
  expect(description.length).toBeGreaterThan(20);
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(description).not.toMatch(/: | #/);
});

test('Every argument with a value that the skill names exists, and takes the value', () => {
  const named = [...SKILL.matchAll(/`(\w+): (true|false|".+?")`/g)].map(([, name = '', value = '']) => [name, value]);
  expect(named.length).toBeGreaterThan(5);
  const taken = ([name = '', value = '']: string[]) =>
    argumentsWith(name).some(({ type, enum: values }) =>
      values ? values.includes(JSON.parse(value)) : type === typeof JSON.parse(value),
    );
  const ofResults = ['sender_verified'];
  expect(named.filter(([name = '']) => !ofResults.includes(name)).filter((one) => !taken(one))).toEqual([]);
  expect(SKILL).toContain('a2a.sent_task.updated');
  for (const [, type] of SKILL.matchAll(/"((?:a2a|mail)\.[\w.]+)"/g)) expect(EVENT_TYPES).toContain(type);
});

test('The skill has a line for every tool, with every argument', () => {
  for (const { name, inputSchema } of tools) {
    const [, listed = ''] = new RegExp(`^\\| \`${name}\` \\| (.*?) \\|`, 'm').exec(SKILL) ?? [];
    const names = [...listed.matchAll(/`(\w+)\??`/g)].map(([, one]) => one);
    expect([name, names]).toEqual([name, Object.keys(inputSchema.properties ?? {})]);
  }
});

test('The settings of every client lead to the server, with the key from the environment', () => {
  const blocks = [...SETTINGS.matchAll(/```json\n(.*?)\n```/gs)].map(([, text = '']) => JSON.parse(text));
  const servers = blocks.map(({ mcpServers, servers }) => (mcpServers ?? servers).aid);
  expect(servers).toHaveLength(3);
  for (const { url, headers } of servers) {
    expect(new URL(url).pathname).toBe(callMcp.path);
    expect(headers).toEqual({ Authorization: expect.stringMatching(/^Bearer \$\{(env:)?AID_KEY\}$/) });
  }
  const [, toml = ''] = /```toml\n(.*?)\n```/s.exec(SETTINGS) ?? [];
  expect(toml).toContain(`url = "${servers[0].url}"\nbearer_token_env_var = "AID_KEY"`);
});
