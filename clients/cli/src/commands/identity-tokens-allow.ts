import type { HandCommand } from '../command.ts';
import { DRY_RUN, IDEMPOTENCY_KEY } from '../common-options.ts';
import { clientOf, outputOf } from '../context.ts';
import { dryRunOf } from '../dry-run.ts';
import { settingsOf } from '../token/provider.ts';
import { FOR, OF_PROVIDER, providerOf } from '../token/providers.ts';
import { UsageError } from '../usage-error.ts';

/** Allows one more audience. The operation replaces the whole list. */
export const identityTokensAllow: HandCommand = {
  command: ['identity-tokens', 'allow'],
  title: 'Allow an audience of identity tokens',
  text: 'Adds an audience to those for which agents of the organization get identity tokens: that of a provider, or any other. Needs an org key.',
  arguments: [],
  options: [FOR, { flags: '--audience <audience>', text: 'The audience.' }, OF_PROVIDER, DRY_RUN, IDEMPOTENCY_KEY],
  async run(context, _args, options) {
    const provider = providerOf(options);
    const given = options.audience as string | undefined;
    if (given !== undefined && provider !== undefined) {
      throw new UsageError('--audience and --for cannot be combined');
    }
    const audience = given ?? provider?.audience(settingsOf(provider, options, context.environment));
    if (audience === undefined) throw new UsageError('--audience or --for is required');
    const { signal } = context;
    const output = outputOf(context, options);
    const { settings } = clientOf(context, options).identityTokens;
    const { audiences } = await settings.get({ signal });
    const changed = { audiences: [...new Set([...audiences, audience])] };
    if (options.dryRun === true) {
      const { client, dry } = dryRunOf(context, options);
      await client.identityTokens.settings.update(changed, { signal });
      output.record(dry.request);
      return;
    }
    const idempotencyKey = options.idempotencyKey as string | undefined;
    output.record(await settings.update(changed, { signal, idempotencyKey }));
  },
};
