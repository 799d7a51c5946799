import { type Fixture, functionResource, operation } from './fixture.ts';
import { SMALL_STACK } from './small-stack.ts';

/** Returns its event, and bytes, a header and an error where the path asks for them. */
const SITE = `
export const handler = async (event) => {
  if (event.rawPath === '/throw') throw new Error('on purpose');
  if (event.rawPath === '/malformed') return 'a text';
  if (event.rawPath === '/bytes') {
    return { statusCode: 201, body: 'AP8=', isBase64Encoded: true, headers: { 'content-type': 'x/y', etag: '"one"' } };
  }
  return { statusCode: 200, headers: {}, body: JSON.stringify({ event, api: process.env.API }) };
};`;

const ORIGIN = { 'Fn::GetAtt': ['SiteApi', 'ApiEndpoint'] };
const ApiId = { Ref: 'SiteApi' };
const preflight = {
  'x-amazon-apigateway-integration': {
    type: 'mock',
    responses: {
      default: {
        statusCode: '204',
        responseParameters: {
          'method.response.header.Access-Control-Allow-Origin': { 'Fn::Join': ['', ["'", ORIGIN, "'"]] },
        },
      },
    },
  },
};
const { Api } = SMALL_STACK.resources as { Api: { Properties: { Body: { paths: object } } } };

/** The small stack with a console of the stage: an HTTP API with a page that may call the REST API. */
export const SITE_STACK: Fixture = {
  bundles: { ...SMALL_STACK.bundles, site: SITE },
  resources: {
    ...SMALL_STACK.resources,
    Site: functionResource('site', { API: ORIGIN }),
    SiteApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'site', ProtocolType: 'HTTP' } },
    SiteStage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId, StageName: '$default' } },
    SiteFiles: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId,
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: { 'Fn::GetAtt': ['Site', 'Arn'] },
        PayloadFormatVersion: '2.0',
      },
    },
    SiteRoute: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId,
        RouteKey: '$default',
        Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'SiteFiles' }]] },
      },
    },
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Body: {
          ...Api.Properties.Body,
          paths: {
            ...Api.Properties.Body.paths,
            '/v1/things': { post: operation('Echo'), options: preflight },
            '/v1/open': { get: operation('Echo'), options: operation('Echo') },
          },
        },
      },
    },
  },
};
