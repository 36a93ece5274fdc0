import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from './programs';
import { freePort, startServer, stopServer } from './test-server';

export const BROKER_ACCOUNT = { username: 'bridge', password: 'a password' };
export type BrokerKind = 'aedes' | 'mosquitto';

/** An MQTT broker that a test can end and start again on the same port. */
export class MqttBroker {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly command: readonly [program: string, ...args: string[]],
  ) {}

  /** @param folder for the settings of mosquitto */
  static async start(kind: BrokerKind, folder: string): Promise<MqttBroker> {
    const port = await freePort();
    const broker = new MqttBroker(port, kind === 'aedes' ? aedes(port) : mosquitto(port, folder));
    await broker.turnOn();
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  async turnOn(): Promise<void> {
    const [program, ...args] = this.command;
    this.child = await startServer(program, args, this.port);
  }

  async kill(): Promise<void> {
    if (this.child) await stopServer(this.child, 'SIGKILL');
  }
}

function aedes(port: number): [string, ...string[]] {
  const { username, password } = BROKER_ACCOUNT;
  return [process.execPath, join(__dirname, 'aedes.mjs'), String(port), username, password];
}

/** It accepts every account and topic. */
function mosquitto(port: number, folder: string): [string, ...string[]] {
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\n`);
  return [requireProgram('mosquitto'), '-c', file];
}
