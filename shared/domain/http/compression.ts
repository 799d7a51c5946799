/**
 * The size in bytes from which a response body is compressed for callers that ask for it. Below it, the headers of the
 * encoding and its fixed cost take more than it saves, and the bodies that show a secret once are all below it.
 *
 * See: docs/decisions/0016-requests.md#compressed-responses.
 */
export const COMPRESS_FROM_BYTES = 1024;
