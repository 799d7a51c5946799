import { mutationRun } from './base.mjs';

/** The rules of the log, deliveries, permissions and the vault. */
export default {
  ...mutationRun('rules'),
  mutate: [
    'shared/domain/contact/access-rule.ts',
    'shared/domain/delivery/{delivery,delivery-limits,delivery-slots,failing-period,retry-schedule,signature}.ts',
    'shared/domain/delivery/webhook-body.ts',
    'shared/domain/http/request-scope.ts',
    'shared/domain/log/{events,log-order,time-gaps}.ts',
    'shared/domain/organization/api-key.ts',
    'shared/domain/a2a/access.ts',
    'shared/domain/vault/*.ts',
  ],
};
