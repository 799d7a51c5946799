import { providedStack } from './provided-stack.ts';
import { UNLIMITED_SETTINGS } from './unlimited-settings.ts';

/** The one stack of the test files that make more requests than limits allow. */
export const { setup, teardown } = providedStack({ ...UNLIMITED_SETTINGS, AID_EPHEMERAL: '1' });
