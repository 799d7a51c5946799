import { ReplyNotes } from './reply-notes.ts';
import { TunnelRequests } from './tunnel-requests.ts';

/** What the gateways keep of requests, for the pages of the local profile. */
export interface KeptRequests {
  readonly replyNotes: ReplyNotes;
  readonly tunnelRequests: TunnelRequests;
}

export function keepRequests(): KeptRequests {
  return { replyNotes: new ReplyNotes(), tunnelRequests: new TunnelRequests() };
}
