import { identityTokenSettingsSchema } from '../../schemas/identity-token.ts';
import { AT } from '../example-records.ts';
import { example } from '../examples.ts';

export const TOKEN_EXAMPLES = [
  example(identityTokenSettingsSchema, { audiences: ['sts.amazonaws.com'], updated_at: AT }),
];
