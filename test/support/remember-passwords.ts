import { vi } from 'vitest';
import { rememberPasswords } from './remembered-passwords.ts';

/** The setup of test files that hash and compare the same passwords hundreds of times. */
vi.mock('#shared/domain/organization/password.ts', async (original) => rememberPasswords(await original()));
