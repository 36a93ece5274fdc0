import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limitUnsent } from './limit-unsent';

const MIB = 1024 * 1024;

describe('limitUnsent', () => {
  const server = createServer().listen(0, '127.0.0.1');
  const clients: Socket[] = [];

  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening');
  });

  afterAll(() => {
    for (const client of clients) client.destroy();
    server.close();
  });

  /** Returns the server's socket of a client that does not read. */
  async function unread(): Promise<Socket> {
    const accepted = once(server, 'connection');
    clients.push(connect((server.address() as AddressInfo).port, '127.0.0.1').pause());
    const [socket] = (await accepted) as [Socket];
    return socket.on('error', () => {});
  }

  it('lets the kernel take less than two MiB for a client that does not read', async () => {
    const socket = await unread();
    limitUnsent(socket);
    const bytes = await taken(socket);
    // Only Linux has the option.
    expect(process.platform === 'linux' ? bytes : 0).toBeLessThan(2 * MIB);
  });

  it('does nothing to a socket that is closed', async () => {
    const socket = await unread();
    socket.destroy();
    expect(() => limitUnsent(socket)).not.toThrow();
  });
});

/** Writes 8 MiB, and returns how many bytes the kernel has taken. */
async function taken(socket: Socket): Promise<number> {
  for (let written = 0; written < 8 * MIB; written += MIB / 16) socket.write(Buffer.alloc(MIB / 16));
  for (let before = -1; before !== socket.writableLength;) {
    before = socket.writableLength;
    for (let turn = 0; turn < 100; turn++) await nextTurn();
  }
  const bytes = socket.bytesWritten - socket.writableLength;
  socket.destroy();
  return bytes;
}
