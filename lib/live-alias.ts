/** The alias of the version of a function that gets invocations, in a stage that releases by versions. */
export const LIVE_ALIAS = 'live';
