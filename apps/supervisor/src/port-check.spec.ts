import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { checkPort, freePort } from './port-check';

describe('checkPort', () => {
  let holder: Server;
  let port: number;
  beforeEach(async () => {
    holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    ({ port } = holder.address() as AddressInfo);
  });
  afterEach(() => holder.close());

  it('accepts a free port, and port 0', async () => {
    await expect(checkPort('PORT', await freePort('127.0.0.1'), '127.0.0.1')).resolves.toBeUndefined();
    await expect(checkPort('PORT', 0, '127.0.0.1')).resolves.toBeUndefined();
  });

  it('reports an occupied port and the variable that sets it', async () => {
    await expect(checkPort('WORKER_HEALTH_PORT', port, '127.0.0.1')).rejects.toThrow(
      `WORKER_HEALTH_PORT ${port} is in use by another program`,
    );
  });

  it('waits until a port is released', async () => {
    const checked = checkPort('PORT', port, '127.0.0.1', 5000);
    holder.close();
    await expect(checked).resolves.toBeUndefined();
  });

  it('reports an address that does not belong to this machine', async () => {
    await expect(checkPort('PORT', 3000, '192.0.2.1')).rejects.toThrow('HOST 192.0.2.1');
  });
});
