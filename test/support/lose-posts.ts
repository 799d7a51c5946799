import type { SocketGateway } from '#local/sockets/socket-gateway.ts';

/** Loses every n-th message to a client on its way, as a network does, until the returned function is called. */
export function losePosts(gateway: SocketGateway, every: number): () => void {
  const post = gateway.post.bind(gateway);
  let posted = 0;
  gateway.post = (connectionId, data) => {
    posted += 1;
    if (posted % every !== 0) post(connectionId, data);
    // The sender learns that a client has left, and nothing about a message that is lost.
    else gateway.describe(connectionId);
  };
  return () => {
    gateway.post = post;
  };
}
