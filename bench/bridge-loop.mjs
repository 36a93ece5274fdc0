/** A bare loop over modbus-serial that reads the registers of each device every `pollSeconds`, and keeps nothing. */
import ModbusRTU from 'modbus-serial';

const [pollSeconds, registers, ...ports] = process.argv.slice(2).map(Number);
const clients = await Promise.all(
  ports.map(async (port) => {
    const client = new ModbusRTU.default();
    client.setTimeout(2000);
    await client.connectTCP('127.0.0.1', { port });
    return client;
  }),
);
const poll = () => Promise.all(clients.map((client) => client.readHoldingRegisters(0, registers)));
setInterval(() => void poll(), pollSeconds * 1000);
process.send('ready');
