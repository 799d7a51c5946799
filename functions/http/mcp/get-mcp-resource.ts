import * as endpoints from '#shared/contract/mcp-endpoints.ts';
import { metadataEndpoint } from './metadata-endpoint.ts';

export const getMcpResource = metadataEndpoint(endpoints.getMcpResource);
