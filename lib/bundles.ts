/** The folder of the bundles, from the root of the repository. */
export const BUNDLE_ROOT = '.build/functions';

/** The source file of the process that parses mail. Functions that read mail look for it under this name. */
export const MAIL_READER_ENTRY = 'shared/services/mail-reader/mail-reader-process.ts';

/** The source file of the process that reads files. Functions that read files look for it under this name. */
export const FILE_READER_ENTRY = 'shared/services/file-text/file-reader-process.ts';
