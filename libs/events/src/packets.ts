/**
 * A message with its sender and number. Transports limit the length of a packet, so a message is split into packets of
 * the form `<sender>.<number of the message>.<part>.<parts>|<text>`.
 */
export interface NumberedMessage {
  /** The sender: letters and digits that are different after each start of a process. */
  sender: string;
  /** The number of the message, which each sender counts from 1. */
  number: number;
  text: string;
}

const LONGEST_HEADER = 64;
const PACKET = /^([0-9a-z]{1,24})\.(\d{1,15})\.(\d{1,9})\.(\d{1,9})\|/;

/**
 * Splits a message into packets.
 * @param maxBytes maximum length of each packet in UTF-8
 */
export function cutIntoPackets({ sender, number, text }: NumberedMessage, maxBytes: number): string[] {
  const parts = cutText(text, maxBytes - LONGEST_HEADER);
  return parts.map((part, index) => `${sender}.${number}.${index}.${parts.length}|${part}`);
}

function cutText(text: string, maxBytes: number): string[] {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length;) {
    let to = Math.min(from + maxBytes, bytes.length);
    while (to < bytes.length && isInsideCharacter(bytes[to])) to--;
    parts.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return parts;
}

/** Returns true for the second and later bytes of a UTF-8 character, which have the form 10xxxxxx. */
function isInsideCharacter(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

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
