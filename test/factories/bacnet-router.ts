import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { BacnetDevice } from './bacnet-device';

const UNICAST = 0x0a;
const FORWARDED = 0x04;
const WITH_RECEIVER = 0x20;
const WITH_SENDER = 0x08;
const ALL_NETWORKS = 0xffff;
const UNCONFIRMED_REQUEST = 1;
/** The device is station 7 of network 5. */
const NETWORK = 5;
const STATION = 7;

/** A router between the IP network and one with a single device. It passes on only frames for that network. */
export class BacnetRouter {
  private readonly socket: Socket = createSocket('udp4');
  /** The sockets at which the device sees each client. */
  private readonly clients = new Map<string, Socket>();

  private constructor(private readonly device: BacnetDevice) {}

  static async to(device: BacnetDevice): Promise<BacnetRouter> {
    const router = new BacnetRouter(device);
    router.socket.bind(0, '127.0.0.1');
    await once(router.socket, 'listening');
    router.socket.on('message', (frame, { address, port }) => router.receive(frame, address, port));
    return router;
  }

  get port(): number {
    return this.socket.address().port;
  }

  stop(): void {
    for (const socket of [this.socket, ...this.clients.values()]) socket.close();
  }

  private receive(frame: Buffer, sender: string, senderPort: number): void {
    const isForwarded = frame[1] === FORWARDED;
    const packet = frame.subarray(isForwarded ? 10 : 4);
    const control = packet[1] ?? 0;
    if (!(control & WITH_RECEIVER)) return;
    const network = packet.readUInt16BE(2);
    const station = packet.subarray(5, 5 + (packet[4] ?? 0));
    const isOwn = network === NETWORK && station.equals(Buffer.from([STATION]));
    if (!isOwn && network !== ALL_NETWORKS) return;
    // The number of hops follows the station.
    const content = packet.subarray(5 + station.length + 1);
    const address = isForwarded ? frame.subarray(4, 8).join('.') : sender;
    const port = isForwarded ? frame.readUInt16BE(8) : senderPort;
    const client = this.clientAt(address, port, isForwarded);
    const own = Buffer.concat([Buffer.from([1, control & ~WITH_RECEIVER]), content]);
    client.send(framed(UNICAST, own), this.device.port, '127.0.0.1');
  }

  /** @param isForeign true for a client of another network, which gets broadcasts from the BBMD */
  private clientAt(address: string, port: number, isForeign: boolean): Socket {
    const known = this.clients.get(`${address}:${port}`);
    if (known) return known;
    const client = createSocket('udp4');
    this.clients.set(`${address}:${port}`, client);
    client.on('message', (answer) => {
      const control = (answer[5] ?? 0) | WITH_SENDER;
      const content = Buffer.concat([Buffer.from([1, control, 0, NETWORK, 1, STATION]), answer.subarray(6)]);
      const isBroadcast = (answer[6] ?? 0) >> 4 === UNCONFIRMED_REQUEST;
      const origin = Buffer.from([127, 0, 0, 1, this.port >> 8, this.port & 0xff]);
      const frame =
        isForeign && isBroadcast
          ? framed(FORWARDED, Buffer.concat([origin, content]))
          : framed(UNICAST, content);
      this.socket.send(frame, port, address);
    });
    return client;
  }
}

function framed(kind: number, content: Buffer): Buffer {
  const frame = Buffer.concat([Buffer.from([0x81, kind, 0, 0]), content]);
  frame.writeUInt16BE(frame.length, 2);
  return frame;
}
