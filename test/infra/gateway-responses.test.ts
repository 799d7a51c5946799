import { describe, expect, test } from 'vitest';
import { GATEWAY_ERRORS, type GatewayResponse } from '#lib/gateway-responses.ts';
import { descriptionLinks } from '#shared/contract/description-links.ts';
import { ERRORS } from '#shared/domain/errors/errors.ts';
import { type Resource, resourcesOf, synthesize, WITH_SETTINGS } from './stage.ts';

const RESPONSES = 'x-amazon-apigateway-gateway-responses';

const { serviceTemplate } = synthesize();
const [, restApi] = resourcesOf(serviceTemplate, 'AWS::ApiGateway::RestApi')[0] as [string, Resource];
const definition = restApi.Properties.Body;

describe("API Gateway's own responses", () => {
  const responses = Object.entries(definition[RESPONSES] as Record<string, GatewayResponse>);
  const codeOf = (response: GatewayResponse) =>
    JSON.parse(response.responseTemplates['application/json'] ?? '').error.code;

  test.each(responses)(
    'The gateway response %s has the specified body, its status and the request id',
    (type, response) => {
      const body = JSON.parse(response.responseTemplates['application/json'] ?? '');
      expect(Object.keys(body)).toEqual(['error']);
      expect(Object.keys(body.error)).toEqual(['code', 'message', 'request_id', 'retryable']);
      const { status, message, retryable } = ERRORS[body.error.code as keyof typeof ERRORS];
      expect(body.error).toMatchObject({ message, retryable, request_id: '$context.requestId' });
      expect(body.error.code).toBe(GATEWAY_ERRORS[type]?.code);
      expect(response.statusCode).toBe(String(status));
      expect(response.responseParameters['gatewayresponse.header.x-request-id']).toBe('context.requestId');
      expect(response.responseParameters['gatewayresponse.header.Cache-Control']).toBe("'no-store'");
    },
  );

  test.each([
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'route.not_found'],
    ['INVALID_SIGNATURE', '404', 'route.not_found'],
    ['REQUEST_TOO_LARGE', '413', 'payload.too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', '415', 'payload.unsupported_type'],
    ['THROTTLED', '429', 'rate_limit.exceeded'],
    ['INTEGRATION_TIMEOUT', '500', 'internal.error'],
    ['DEFAULT_5XX', '500', 'internal.error'],
  ])('The gateway response %s is %s %s', (type, status, code) => {
    const response = definition[RESPONSES][type];
    expect(response.statusCode).toBe(status);
    expect(codeOf(response)).toBe(code);
  });

  test('A gateway response for too many requests says when to try again', () => {
    const tooMuch = responses.filter(([, { statusCode }]) => statusCode === '429');
    expect(tooMuch.length).toBeGreaterThan(0);
    for (const [, { responseParameters }] of tooMuch) {
      expect(responseParameters['gatewayresponse.header.Retry-After']).toMatch(/^'\d+'$/);
    }
  });

  test('A gateway response for an unknown route or key leads to the description, and no other does', () => {
    const lost = ['route.not_found', 'auth.unauthorized'];
    const links = (address: string) => `'${descriptionLinks(address)}'`;
    for (const [type, response] of responses) {
      const link = response.responseParameters['gatewayresponse.header.Link'];
      expect(link, type).toBe(lost.includes(codeOf(response)) ? links('/dev') : undefined);
    }
    const own = synthesize(WITH_SETTINGS).serviceTemplate;
    const [, { Properties }] = resourcesOf(own, 'AWS::ApiGateway::RestApi')[0] as [string, Resource];
    const unknown = Properties.Body[RESPONSES].MISSING_AUTHENTICATION_TOKEN;
    expect(unknown.responseParameters['gatewayresponse.header.Link']).toBe(links(WITH_SETTINGS.AID_PUBLIC_URL));
  });

  test('The response without a credential says where the metadata is, in a header that every page may read', () => {
    const own = synthesize(WITH_SETTINGS).serviceTemplate;
    const [, { Properties }] = resourcesOf(own, 'AWS::ApiGateway::RestApi')[0] as [string, Resource];
    const { statusCode, responseParameters: headers } = Properties.Body[RESPONSES].BAD_REQUEST_PARAMETERS;
    const metadata = `${WITH_SETTINGS.AID_PUBLIC_URL}/.well-known/oauth-protected-resource/v1/mcp`;
    expect(statusCode).toBe('401');
    expect(headers).toMatchObject({
      'gatewayresponse.header.WWW-Authenticate': `'Bearer resource_metadata="${metadata}"'`,
      'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
    });
    expect(headers['gatewayresponse.header.Access-Control-Expose-Headers']).toContain('www-authenticate');
    // At the address of API Gateway, which is not known before the API, clients find no metadata.
    const unnamed = definition[RESPONSES].BAD_REQUEST_PARAMETERS.responseParameters;
    expect(unnamed['gatewayresponse.header.WWW-Authenticate']).toBe("'Bearer'");
    const challenged = responses.filter(([, { responseParameters }]) =>
      Object.keys(responseParameters).includes('gatewayresponse.header.WWW-Authenticate'),
    );
    expect(challenged.map(([type]) => type)).toEqual(['BAD_REQUEST_PARAMETERS']);
  });

  test('A throttle of Lambda is 429 with Retry-After, and a function that fails is 500', () => {
    const { INTEGRATION_FAILURE, DEFAULT_5XX, INTEGRATION_TIMEOUT } = definition[RESPONSES];
    expect(INTEGRATION_FAILURE).toMatchObject({
      statusCode: '429',
      responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" },
    });
    expect(INTEGRATION_FAILURE.responseTemplates['application/json']).toContain('rate_limit.exceeded');
    expect([DEFAULT_5XX.statusCode, INTEGRATION_TIMEOUT.statusCode]).toEqual(['500', '500']);
  });
});
