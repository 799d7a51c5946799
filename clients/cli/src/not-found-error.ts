/** A named thing does not exist, as the program found out without a 404 from the service. */
export class NotFoundError extends Error {}
