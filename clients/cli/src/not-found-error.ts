/** What was named is not there, as the program found out without a 404 of the service. */
export class NotFoundError extends Error {}
