import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const FORWARDED = 0x04;
const REGISTRATION = 0x05;
const DISTRIBUTION = 0x09;
const BROADCAST = 0x0b;
const ACCEPTED = Buffer.from('810000060000', 'hex');
const HEADER_BYTES = 4;

/** The broadcasts of a network, as a BBMD distributes them. */
export class BacnetNetwork {
  /** The devices and routers that receive the broadcasts. */
  readonly devices: { readonly port: number }[] = [];
  /** The addresses that registered as foreign devices. */
  readonly registered = new Set<string>();
  private readonly socket: Socket = createSocket('udp4');

  static async start(): Promise<BacnetNetwork> {
    const network = new BacnetNetwork();
    network.socket.bind(0, '127.0.0.1');
    await once(network.socket, 'listening');
    network.socket.on('message', (frame, { address, port }) => network.receive(frame, address, port));
    return network;
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private receive(frame: Buffer, address: string, port: number): void {
    const [, kind] = frame;
    const origin = `${address}:${port}`;
    if (kind === REGISTRATION) {
      this.registered.add(origin);
      this.socket.send(ACCEPTED, port, address);
    }
    const isForwarded = kind === BROADCAST || (kind === DISTRIBUTION && this.registered.has(origin));
    if (!isForwarded) return;
    const content = frame.subarray(HEADER_BYTES);
    const header = Buffer.from([0x81, FORWARDED, 0, 0, ...address.split('.').map(Number), 0, 0]);
    header.writeUInt16BE(header.length + content.length, 2);
    header.writeUInt16BE(port, 8);
    for (const device of this.devices)
      this.socket.send(Buffer.concat([header, content]), device.port, '127.0.0.1');
  }
}
