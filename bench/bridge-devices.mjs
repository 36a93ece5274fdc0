/** A process with many Modbus devices. Each has holding registers with random values, and a port of its own. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import modbus from 'modbus-serial';

const [count, registers] = process.argv.slice(2).map(Number);
const ports = [];
for (let device = 0; device < count; device++) {
  const port = await freePort();
  const server = new modbus.ServerTCP(
    {
      getMultipleHoldingRegisters: (_first, length) =>
        Array.from({ length }, () => Math.floor(Math.random() * 65_536)),
    },
    { host: '127.0.0.1', port },
  );
  await once(server, 'initialized');
  ports.push(port);
}
process.send({ ports, registers });

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
