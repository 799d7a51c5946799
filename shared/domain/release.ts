/**
 * The version of the service: that of the package, the description and the changelog. A release changes it.
 *
 * See: docs/releasing.md.
 */
export const VERSION = '0.2.0';
