import { providedStack } from './provided-stack.ts';
import { SHARED_SETTINGS } from './shared-settings.ts';

/** The one stack that the tests over HTTP share. */
export const { setup, teardown } = providedStack(SHARED_SETTINGS);
