import * as routes from '#shared/contract/routes/inbound-mail.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { receiveMail } from './receive-mail.ts';

export const handler = serve(routes, { receiveMail });
