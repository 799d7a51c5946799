import { startAnthropic } from './anthropic.ts';
import { startAws } from './aws.ts';
import { startEntra } from './entra.ts';
import type { StartFake } from './fake-provider.ts';
import { startGcp } from './gcp.ts';
import { startOpenai } from './openai.ts';
import { startOpenrouter } from './openrouter.ts';

/** The six exchanges, by the name of the provider in `aid token --for`. */
export const FAKES: Readonly<Record<string, StartFake>> = {
  aws: startAws,
  gcp: startGcp,
  anthropic: startAnthropic,
  openai: startOpenai,
  openrouter: startOpenrouter,
  entra: startEntra,
};
