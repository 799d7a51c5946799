/**
 * The version of the service: that of the package, the description and the changelog. A release changes it.
 *
 * See: docs/releasing.md.
 */
export const VERSION = '0.3.0';

/** What the service calls itself. */
export const SERVICE_NAME = 'AID';

/** Where its documentation and code are: the `repository` of `package.json`, as an address for browsers. */
export const REPOSITORY = 'https://git.example/aid/aid';
