import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { DOCUMENT, type Json } from '#testing/described-api.ts';
import { sharedStack } from '#testing/fixture.ts';

describe('GET /v1/openapi.json', () => {
  let served: Json;

  beforeAll(async () => {
    served = await new CheckedApi(sharedStack().baseUrl).ok('getDescription');
  });

  test('The API description is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(served));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('The API description names the address of the request as its server and otherwise equals the route table', () => {
    expect(served.servers).toEqual([{ url: sharedStack().baseUrl, description: 'This service.' }]);
    expect({ ...served, servers: DOCUMENT.servers }).toEqual(DOCUMENT);
  });
});
