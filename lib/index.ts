/** What the package of the construct exports. See: docs/deployment.md#in-an-app-of-your-own. */
export { AidService, type AidServiceProps, type AidVariables } from './aid-service.ts';
export type { AidSettings } from './aid-settings.ts';
export { AidStage } from './aid-stage.ts';
export { ConfigError } from './config-error.ts';
