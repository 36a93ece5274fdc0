import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { guardedConnector } from './guarded-agent';
import { Reachability } from './reachability';

/** Allows an address during the lookup, but refuses it when the connection is made. */
class ChangesItsMind extends Reachability {
  private asked = 0;

  override allows(): boolean {
    return this.asked++ === 0;
  }
}

describe('guardedConnector', () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  it('checks the address to which it has connected, and closes the connection if it is forbidden', async () => {
    const { port } = server.address() as AddressInfo;
    const connect = guardedConnector(
      { host: 'name.test', port },
      {
        reachability: new ChangesItsMind([]),
        connectMs: 5000,
        resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      },
    );
    const arrived = once(server, 'connection');
    const target = {
      hostname: 'name.test',
      host: `name.test:${port}`,
      protocol: 'http:',
      port: String(port),
    };
    const outcome = await new Promise((resolve) =>
      connect(target, (error, socket) => resolve(error ?? socket)),
    );
    expect(outcome).toMatchObject({ code: 'address_refused' });
    const [connection] = (await arrived) as [NodeJS.ReadableStream];
    connection.resume();
    await once(connection, 'close');
  });
});
