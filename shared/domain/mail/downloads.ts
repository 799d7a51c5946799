import { DAY } from '../time/time.ts';

/** The days after which the bucket deletes a file that exists for a download link. */
export const DOWNLOAD_DAYS = 2;

/** The age up to which such a file serves another link: it must outlive that link by far. */
export const MAX_REUSED_DOWNLOAD_MS = DAY;
