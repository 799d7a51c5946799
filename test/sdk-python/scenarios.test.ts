import { test } from 'vitest';
import { CLIENTS, expectScenarios } from './support/expect-scenarios.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

// Most of their time is one scenario, in which a WebSocket never opens.
test.concurrent.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])(
  '%s of the Python SDK does in every scenario what each SDK is to do',
  (client) => expectScenarios(sdk.bin, client),
);
