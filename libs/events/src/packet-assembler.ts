import { PACKET } from './packets';

interface Sender {
  /** Number of the last complete message. */
  last: number;
  /** The message whose parts are being received, with the parts received so far. */
  begun: { number: number; parts: string[] } | undefined;
  heardAtMs: number;
}

const FORGET_PARTS_MS = 60_000;
const FORGET_SENDER_MS = 3_600_000;

/**
 * Assembles messages from packets. A message that arrives twice is returned only once. A message with a missing packet
 * is never returned.
 */
export class PacketAssembler {
  private readonly senders = new Map<string, Sender>();

  constructor(private readonly nowMs: () => number) {}

  /**
   * Accepts a packet.
   * @returns the message if this packet completes it; null if it does not
   */
  accept(packet: string): string | null {
    const [header = '', name = '', number = '', part = '', parts = ''] = PACKET.exec(packet) ?? [];
    if (header === '') return null;
    const sender = this.senderCalled(name);
    const whole = assemble(sender, Number(number), Number(part), Number(parts), packet.slice(header.length));
    if (whole !== null) sender.last = Number(number);
    return whole;
  }

  /** Drops messages whose remaining packets have not arrived, and forgets senders that were silent for an hour. */
  sweep(): void {
    const nowMs = this.nowMs();
    for (const [name, sender] of this.senders) {
      const silentMs = nowMs - sender.heardAtMs;
      if (silentMs > FORGET_PARTS_MS) sender.begun = undefined;
      if (silentMs > FORGET_SENDER_MS) this.senders.delete(name);
    }
  }

  private senderCalled(name: string): Sender {
    const sender = this.senders.get(name) ?? { last: 0, begun: undefined, heardAtMs: 0 };
    this.senders.set(name, sender);
    sender.heardAtMs = this.nowMs();
    return sender;
  }
}

function assemble(sender: Sender, number: number, part: number, parts: number, text: string): string | null {
  if (number <= sender.last) return null;
  // A sender that lost its connection sends the message again from its first packet.
  if (part === 0) sender.begun = { number, parts: [] };
  const { begun } = sender;
  if (begun?.number !== number || begun.parts.length !== part) {
    sender.begun = undefined;
    return null;
  }
  begun.parts.push(text);
  if (begun.parts.length < parts) return null;
  sender.begun = undefined;
  return begun.parts.join('');
}
