import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A database or queue server for tests. */
export interface TestServer {
  /** The URL without a database name, for example `mysql://root@127.0.0.1:3307`. */
  url: string;
  stop(): Promise<void>;
}

const START_MS = 150_000;
const POLL_MS = 20;

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts `program` and resolves once it accepts connections on `port`. */
export async function startServer(
  program: string,
  args: string[],
  port: number,
  options: SpawnOptions = {},
): Promise<ChildProcess> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(-4000)));
  }
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => (failure ??= `it ended with ${code ?? signal}`));
  const deadline = Date.now() + START_MS;
  while (!(await takesConnections(port))) {
    if (Date.now() > deadline) failure ??= `it does not listen on ${port}`;
    if (failure) {
      child.kill('SIGKILL');
      throw new Error(`${program} does not start: ${failure}\n${output}`);
    }
    await delay(POLL_MS);
  }
  return child;
}

export async function stopServer(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
