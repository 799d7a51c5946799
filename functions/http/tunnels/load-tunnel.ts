import { findTunnel, type Tunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads a tunnel, also one that was deleted. */
export const loadTunnel = resourceLoader<Tunnel>('tunnel', findTunnel, ({ identityId }) => identityId);
