/** 10,000 points of 200 Modbus devices, which a bridge reads every 15 s. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

export const DEVICES = 200;
export const POINTS = 50;

/** Starts the devices in a process. @returns the process, and a connection of the bridge for each device */
export async function startDevices() {
  const args = [String(DEVICES), String(POINTS)];
  const child = fork('bench/bridge-devices.mjs', args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ ports }] = await once(child, 'message');
  return { child, ports, connections: ports.map(connectionTo) };
}

function connectionTo(port, number) {
  const points = Array.from({ length: POINTS }, (_, address) => ({
    suffix: `P${address}`,
    name: `Point ${address}`,
    table: 'holding',
    address,
    type: 'uint16',
  }));
  const devices = [{ name: `Device ${number}`, prefix: `D${number}.`, points }];
  return { name: `Device ${number}`, protocol: 'modbus-tcp', host: '127.0.0.1', port, devices };
}
