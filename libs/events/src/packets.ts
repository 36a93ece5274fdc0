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
/** The header of a packet. */
export const PACKET = /^([0-9a-z]{1,24})\.(\d{1,15})\.(\d{1,9})\.(\d{1,9})\|/;

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
