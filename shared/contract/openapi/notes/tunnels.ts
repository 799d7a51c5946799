import * as routes from '../../routes/tunnels.ts';
import { notesOf } from '../notes.ts';

export const TUNNELS = notesOf(routes, {
  createTunnel: { title: 'Create a tunnel', sdk: 'tunnels.create', body: { name: 'Preview' } },
  listTunnels: { title: 'List tunnels', sdk: 'tunnels.list' },
  getTunnel: { title: 'Get a tunnel', sdk: 'tunnels.get' },
  deleteTunnel: { title: 'Delete a tunnel', sdk: 'tunnels.delete' },
});
