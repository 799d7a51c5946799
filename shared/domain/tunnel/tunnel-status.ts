/** The states of a tunnel. A deleted one is readable by its id for a month. See: docs/contract/tunnels.md#records. */
export const TUNNEL_STATUSES = ['active', 'suspended', 'deleted'] as const;

export type TunnelStatus = (typeof TUNNEL_STATUSES)[number];
