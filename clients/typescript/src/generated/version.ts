// Generated from the description of the service by `npm run clients`.

export const VERSION = '0.2.0';
