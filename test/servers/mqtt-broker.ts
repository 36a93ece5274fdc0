import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfSigned } from '../factories/self-signed';
import { requireProgram } from './programs';
import { freePort, startServer, stopServer } from './test-server';

export const BROKER_ACCOUNT = { username: 'bridge', password: 'a password' };
export type BrokerKind = 'aedes' | 'mosquitto';
/** Names of PEM files. */
interface Certificate {
  cert: string;
  key: string;
}

/** An MQTT broker that a test can end and start again on the same port. */
export class MqttBroker {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    /** The certificate that clients must trust; undefined without TLS. */
    readonly caFile: string | undefined,
    private readonly command: readonly [program: string, ...args: string[]],
  ) {}

  /** @param folder for settings and certificates */
  static async start(kind: BrokerKind, folder: string, { tls = false } = {}): Promise<MqttBroker> {
    const port = await freePort();
    const certificate = tls ? certificateIn(folder) : undefined;
    const command = kind === 'aedes' ? aedes(port, certificate) : mosquitto(port, folder, certificate);
    const broker = new MqttBroker(port, certificate?.cert, command);
    await broker.turnOn();
    return broker;
  }

  get url(): string {
    return this.caFile === undefined ? `mqtt://127.0.0.1:${this.port}` : `mqtts://localhost:${this.port}`;
  }

  async turnOn(): Promise<void> {
    const [program, ...args] = this.command;
    this.child = await startServer(program, args, this.port);
  }

  async kill(): Promise<void> {
    if (this.child) await stopServer(this.child, 'SIGKILL');
  }
}

function certificateIn(folder: string): Certificate {
  const { cert, key } = selfSigned('localhost');
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return files;
}

function aedes(port: number, certificate?: Certificate): [string, ...string[]] {
  const { username, password } = BROKER_ACCOUNT;
  const files = certificate ? [certificate.cert, certificate.key] : [];
  return [process.execPath, join(__dirname, 'aedes.mjs'), String(port), username, password, ...files];
}

/** It accepts every account and topic. */
function mosquitto(port: number, folder: string, certificate?: Certificate): [string, ...string[]] {
  const file = join(folder, `mosquitto-${port}.conf`);
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true'];
  // Started by root, it would otherwise change its user before it reads the files.
  if (certificate) lines.push('user root', `certfile ${certificate.cert}`, `keyfile ${certificate.key}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return [requireProgram('mosquitto'), '-c', file];
}
