import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { CheckedApi } from '../support/checked-api.ts';
import { DOCUMENT, type Json } from '../support/described-api.ts';
import { sharedStack } from '../support/fixture.ts';

describe('GET /v1/openapi.json', () => {
  let served: Json;

  beforeAll(async () => {
    served = await new CheckedApi(sharedStack().baseUrl).ok('getDescription');
  });

  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(served));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('names the address it was asked at, and is otherwise what the route table says', () => {
    expect(served.servers).toEqual([{ url: sharedStack().baseUrl, description: 'This service.' }]);
    expect({ ...served, servers: DOCUMENT.servers }).toEqual(DOCUMENT);
  });
});
