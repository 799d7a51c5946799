import { configureGlobal } from 'fast-check';
import { seedOfRun } from '#testing/seed.ts';

/** A setup file of Vitest: every property draws its input from the seed of the run. */
configureGlobal({ seed: seedOfRun() });
