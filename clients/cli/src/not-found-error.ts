/** What was named does not exist. The program found that out without a 404 from the service. */
export class NotFoundError extends Error {}
