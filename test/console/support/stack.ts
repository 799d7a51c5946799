import { providedStack } from '../../support/provided-stack.ts';
import { SHARED_SETTINGS } from '../../support/shared-settings.ts';

/** The stack of the console, which shows the newest requests and emails of the whole machine. */
export const { setup, teardown } = providedStack(SHARED_SETTINGS);
