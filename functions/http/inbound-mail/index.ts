import * as routes from '#shared/contract/routes/inbound-mail.ts';
import * as endpoints from '#shared/contract/unsubscribe-endpoints.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { receiveMail } from './receive-mail.ts';
import { showUnsubscribe } from './show-unsubscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

export const handler = serve({ ...routes, ...endpoints }, { receiveMail, showUnsubscribe, unsubscribe });
