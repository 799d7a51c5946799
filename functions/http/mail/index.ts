import * as routes from '../../../shared/contract/routes/mail.ts';
import { serve } from '../../../shared/runtime/pipeline/serve.ts';
import { getMessage } from './get-message.ts';
import { listMessages } from './list-messages.ts';

export const handler = serve(routes, { listMessages, getMessage });
