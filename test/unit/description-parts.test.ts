import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { GROUPS, TAGS as TAG_NAMES } from '#shared/contract/groups.ts';
import type { Json } from '#shared/contract/openapi/json.ts';
import { operationIndex, operationsIn } from '#shared/contract/openapi/operation-index.ts';
import { partOfTag } from '#shared/contract/openapi/part-of-tag.ts';
import { ROUTES } from '#shared/contract/table.ts';
import { DOCUMENT } from '#testing/described-api.ts';

const TAGS: string[] = DOCUMENT.tags.map(({ name }: { name: string }) => name);

/** What an agent reads before anything else has to leave it room for its work. */
const MAX_INDEX_BYTES = 8 * 1024;

/** Every reference in a value, those of discriminators included. */
function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('#/components/') ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(referencesIn) : [];
}

const namesIn = (document: Json) => operationsIn(document).map(({ operation }) => operation.operationId);

test('The index has one line for each operation, with method, path, name, and a title that says more, in at most 8 KB', () => {
  const served = { ...DOCUMENT, servers: [{ url: 'https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com/prod' }] };
  const index = operationIndex(served);
  expect(Buffer.byteLength(JSON.stringify(index))).toBeLessThanOrEqual(MAX_INDEX_BYTES);
  const lines = Object.entries(index.tags as Record<string, Record<string, Record<string, string>>>).flatMap(
    ([tag, paths]) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, line]) => `${tag}: ${method.toUpperCase()} ${path} ${line}`),
      ),
  );
  expect(lines.sort()).toEqual(
    ROUTES.map(({ method, path, name, group, chapter = GROUPS[group].tag }) => {
      const { summary } = DOCUMENT.paths[path][method.toLowerCase()];
      // "Create a contact" says no more than `createContact`.
      const said = summary
        .toLowerCase()
        .replaceAll(/ (a|an|the) /g, ' ')
        .replaceAll(/[ -]/g, '');
      const [verb, ...words] = summary.replaceAll(/\b(a|an|the) /g, '').split(' ');
      const more = (name.toLowerCase().startsWith(verb.toLowerCase()) ? words : [verb, ...words]).join(' ');
      const line = said === name.toLowerCase() ? name : `${name}: ${more}`;
      return `${TAG_NAMES[chapter].name}: ${method} ${path} ${line}`;
    }).sort(),
  );
});

test('The parts of all tags together have every operation once, and nothing that the whole does not have', () => {
  const parts = TAGS.map((tag) => partOfTag(DOCUMENT, tag));
  expect(parts.flatMap(namesIn).sort()).toEqual(namesIn(DOCUMENT).sort());
  expect(parts.flatMap(({ webhooks }) => Object.keys(webhooks as Json)).sort()).toEqual(
    Object.keys(DOCUMENT.webhooks).sort(),
  );
});

describe.each(TAGS)('the part of the tag %s', (tag) => {
  const part = partOfTag(DOCUMENT, tag);

  test(`The part of ${tag} is a valid description, smaller than the whole`, async () => {
    expect(await new Validator().validate(structuredClone(part))).toEqual({ valid: true });
    expect(JSON.stringify(part).length).toBeLessThan(JSON.stringify(DOCUMENT).length / 2);
    expect(part.tags).toEqual(DOCUMENT.tags.filter(({ name }: { name: string }) => name === tag));
  });

  test(`The operations of ${tag} are in its part as in the whole, but for links to others`, () => {
    const own = new Set(namesIn(part));
    for (const { path, method, operation } of operationsIn(part)) {
      expect(operation.tags).toEqual([tag]);
      const whole = DOCUMENT.paths[path][method];
      expect({ ...operation, responses: null }).toEqual({ ...whole, responses: null });
      expect((part.paths as Record<string, Json>)[path]?.parameters).toEqual(DOCUMENT.paths[path].parameters);
      expect(Object.keys(operation.responses as Json)).toEqual(Object.keys(whole.responses));
    }
    const linked = JSON.stringify(part).matchAll(/"links":\{"\w+":\{"operationId":"(\w+)"/g);
    for (const [, name] of linked) expect(own).toContain(name);
  });

  test(`The part of ${tag} has the components that it refers to, and no others`, () => {
    const { securitySchemes: _, ...components } = part.components as Record<string, Json>;
    const present = Object.entries(components).flatMap(([section, members]) =>
      Object.keys(members).map((name) => `#/components/${section}/${name}`),
    );
    expect([...new Set(referencesIn(part))].sort()).toEqual(present.sort());
    expect((part.components as Json).securitySchemes).toEqual(DOCUMENT.components.securitySchemes);
  });
});

test('Making a part leaves the whole as it is', () => {
  const before = JSON.stringify(DOCUMENT);
  for (const tag of TAGS) partOfTag(DOCUMENT, tag);
  expect(JSON.stringify(DOCUMENT)).toBe(before);
});
