import type { ReadingJob } from '../mail-reader/reading-job.ts';
import { serveJobs } from '../mail-reader/serve-jobs.ts';
import { readFile } from './read-file.ts';

/** The process that reads files, with libraries that the reader of mail does not need. */
serveJobs((job: Extract<ReadingJob, { kind: 'file' }>) => readFile(job.bytes, job.as));
