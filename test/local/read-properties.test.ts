import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Resource } from '#local/assembly/assembly.ts';
import { readProperties } from '#local/assembly/read-properties.ts';

const schema = z.object({ Rule: z.object({ Recipients: z.array(z.string()) }) });

function resource(properties: Record<string, unknown>): Resource {
  const attribute = () => '';
  return {
    logicalId: 'Mail',
    stack: 'test',
    type: 'AWS::SES::ReceiptRule',
    name: 'x',
    ref: 'x',
    properties,
    attribute,
  };
}

test('The properties of a resource are returned without those that the schema does not name', () => {
  const given = resource({ Rule: { Recipients: ['a.test'], TlsPolicy: 'Require' }, After: 'x' });
  expect(readProperties(given, schema)).toEqual({ Rule: { Recipients: ['a.test'] } });
});

test('Properties of another form are an error with the resource and the property', () => {
  const given = resource({ Rule: { Recipients: 'a.test' } });
  expect(() => readProperties(given, schema)).toThrow(/AWS::SES::ReceiptRule Mail .*expected array.*Rule\.Recipients/s);
});
