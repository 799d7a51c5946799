import { Aid } from '#clients/typescript/src/index.ts';
import { callAndFollow, serveOnce } from './proxied-calls.ts';

/** A program that uses a service by the global `fetch` and `WebSocket`. Its environment has all settings. */
const aid = new Aid();
const seen = await callAndFollow(aid);
const { close } = await serveOnce(aid);
await close();
console.log(JSON.stringify(seen));
