import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError, errorCode } from './start-error';

const POLL_MS = 100;

/**
 * Checks that `port` is free before anything is started. Port 0 is always free.
 * @param waitMs how long to wait until a process that is ending has released the port
 * @throws StartError with a message that names the variable
 */
export async function checkPort(variable: string, port: number, host: string, waitMs = 0): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const fault = await tryPort(port, host);
    if (fault === null) return;
    if (fault !== 'EADDRINUSE' || Date.now() > deadline) {
      throw new StartError(explain(fault, variable, port, host));
    }
    await delay(POLL_MS);
  }
}

export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function tryPort(port: number, host: string): Promise<string | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
  server.close();
  await once(server, 'close');
  return null;
}

function explain(fault: string, variable: string, port: number, host: string): string {
  switch (fault) {
    case 'EADDRINUSE':
      return `${variable} ${port} is in use by another program: stop it, or set ${variable} to another port.`;
    case 'EACCES':
      return `${variable} ${port} may not be opened by this user: set ${variable} to a port above 1023.`;
    default:
      return `Cannot listen on HOST ${host} with ${variable} ${port} (${fault}).`;
  }
}
