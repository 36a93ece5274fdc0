import { MAIN_GATEWAY } from '@app/entities';
import type { Gateways, ListedGateway, SingleGateway } from '@app/gateway-client';

/** The gateway of the environment as the only one. `client` needs only the calls that a test uses. */
export function aSoleGateway(client: object, id = MAIN_GATEWAY): ListedGateway {
  const login = { url: 'http://127.0.0.1:9', username: 'u', password: 'p' };
  const own = { id, tokenId: id, name: 'Main gateway', prefix: '' };
  const settings = { ...own, ...login, enabled: true, removed: false };
  return { settings, client: client as SingleGateway, owns: () => true };
}

/** The list with that gateway. */
export function soleGateways(client: object): Gateways {
  const gateway = aSoleGateway(client);
  const list = () => Promise.resolve([gateway]);
  return { list, enabled: list, of: () => Promise.resolve(gateway) } as unknown as Gateways;
}
