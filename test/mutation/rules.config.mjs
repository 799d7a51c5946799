import { mutationRun } from './base.mjs';

/** The rules of the log, deliveries, permissions and the vault. */
export default {
  ...mutationRun('rules'),
  mutate: [
    'shared/domain/{access-rule,api-key,delivery,delivery-limits,delivery-slots,events,failing-period,log-order}.ts',
    'shared/domain/{request-scope,retry-schedule,signature,time-gaps,webhook-body}.ts',
    'shared/domain/a2a/access.ts',
    'shared/domain/vault/*.ts',
  ],
};
