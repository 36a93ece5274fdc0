import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const BACNET_PORT = 47_808;
const IP_BYTES = 20;
const UDP_BYTES = 8;
const RAW_IP = 101;

/** A UDP line to a server, which records all frames. Only one client may use it. */
export class RecordedLine {
  private readonly frames: Buffer[] = [];

  private constructor(
    private readonly near: Socket,
    private readonly far: Socket,
  ) {}

  static async to(port: number): Promise<RecordedLine> {
    const [near, far] = [createSocket('udp4'), createSocket('udp4')];
    for (const socket of [near, far]) {
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
    }
    const line = new RecordedLine(near, far);
    let client = 0;
    near.on('message', (frame, { port: from }) => {
      client = from;
      line.frames.push(packet(frame, 1));
      far.send(frame, port, '127.0.0.1');
    });
    far.on('message', (frame) => {
      line.frames.push(packet(frame, 2));
      near.send(frame, client, '127.0.0.1');
    });
    return line;
  }

  get address(): string {
    return `127.0.0.1:${this.near.address().port}`;
  }

  /** The frames so far as a file of libpcap. The client is 10.0.0.1, and the server 10.0.0.2. */
  get capture(): Buffer {
    const header = Buffer.alloc(24);
    header.writeUInt32LE(0xa1b2c3d4);
    header.writeUInt16LE(2, 4);
    header.writeUInt16LE(4, 6);
    header.writeUInt32LE(65_535, 16);
    header.writeUInt32LE(RAW_IP, 20);
    const records = this.frames.flatMap((frame) => {
      const record = Buffer.alloc(16);
      record.writeUInt32LE(frame.length, 8);
      record.writeUInt32LE(frame.length, 12);
      return [record, frame];
    });
    return Buffer.concat([header, ...records]);
  }

  close(): void {
    this.near.close();
    this.far.close();
  }
}

/** Puts a frame into an IP packet with the port by which other programs recognize BACnet. */
function packet(frame: Buffer, from: 1 | 2): Buffer {
  const header = Buffer.alloc(IP_BYTES + UDP_BYTES);
  header.set([0x45]);
  header.writeUInt16BE(header.length + frame.length, 2);
  header.set([64, 17], 8);
  header.set([10, 0, 0, from, 10, 0, 0, 3 - from], 12);
  header.writeUInt16BE(BACNET_PORT, IP_BYTES);
  header.writeUInt16BE(BACNET_PORT, IP_BYTES + 2);
  header.writeUInt16BE(UDP_BYTES + frame.length, IP_BYTES + 4);
  return Buffer.concat([header, frame]);
}
