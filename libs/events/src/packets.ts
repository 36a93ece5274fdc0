/**
 * A transport carries packets of limited length. A message is cut into numbered ones:
 * `<sender>.<number of the message>.<part>.<parts>|<text>`.
 */
export interface NumberedMessage {
  /** Letters and digits; another one for each start of a process. */
  sender: string;
  /** 1, 2, 3 … for each sender. */
  number: number;
  text: string;
}

const LONGEST_HEADER = 64;
const PACKET = /^([0-9a-z]{1,24})\.(\d{1,15})\.(\d{1,9})\.(\d{1,9})\|/;

/** @param maxBytes of each packet, in UTF-8 */
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

/** The second and later bytes of a character in UTF-8 are 10xxxxxx. */
function isInsideCharacter(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

interface Sender {
  /** The last message that came whole. */
  last: number;
  /** What has come of the message after it. */
  begun: { number: number; parts: string[] } | undefined;
  heardAtMs: number;
}

const FORGET_PARTS_MS = 60_000;
const FORGET_SENDER_MS = 3_600_000;

/** Puts messages together again. One that comes twice is given once, one that lacks a part never. */
export class PacketAssembler {
  private readonly senders = new Map<string, Sender>();

  constructor(private readonly nowMs: () => number) {}

  /** @returns the message that is whole with this packet, else null */
  accept(packet: string): string | null {
    const [header = '', name = '', number = '', part = '', parts = ''] = PACKET.exec(packet) ?? [];
    if (header === '') return null;
    const sender = this.senderCalled(name);
    const whole = assemble(sender, Number(number), Number(part), Number(parts), packet.slice(header.length));
    if (whole !== null) sender.last = Number(number);
    return whole;
  }

  /** Lets go of messages whose rest has not come, and of senders that are no more. */
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
  // A sender that lost its connection begins the message again.
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
