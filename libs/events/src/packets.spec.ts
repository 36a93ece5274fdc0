import fc from 'fast-check';
import { PacketAssembler } from './packet-assembler';
import { cutIntoPackets } from './packets';

const MAX_BYTES = 100;
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
const messages = (texts: string[], sender = 'a') =>
  texts.map((text, index) => cutIntoPackets({ sender, number: index + 1, text }, MAX_BYTES));

function assembler(nowMs = () => 0) {
  const parts = new PacketAssembler(nowMs);
  return (packets: string[]) =>
    packets.map((packet) => parts.accept(packet)).filter((whole) => whole !== null);
}

describe('packets', () => {
  it('never exceed the maximum length, and can be assembled to the original message', () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const packets = messages(texts).flat();
        for (const packet of packets) expect(Buffer.byteLength(packet)).toBeLessThanOrEqual(MAX_BYTES);
        expect(assembler()(packets)).toEqual(texts);
      }),
    );
  });

  it('are not split if the transport has no limit', () => {
    const long = 'x'.repeat(100_000);
    expect(cutIntoPackets({ sender: 'a', number: 1, text: long }, Number.MAX_SAFE_INTEGER)).toEqual([
      `a.1.0.1|${long}`,
    ]);
  });

  it('can be assembled even if packets of several senders are mixed', () => {
    const chosen = fc.array(fc.boolean(), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(text), fc.array(text), chosen, (ours, theirs, turns) => {
        const left = messages(ours, 'a').flat();
        const right = messages(theirs, 'b').flat();
        const mixed: string[] = [];
        for (let turn = 0; left.length + right.length > 0; turn++) {
          const from = turns[turn % turns.length] ? [left, right] : [right, left];
          mixed.push(...(from.find((queue) => queue.length > 0) ?? []).splice(0, 1));
        }
        const whole = assembler()(mixed);
        expect([...whole].sort()).toEqual([...ours, ...theirs].sort());
        expect(whole.filter((text) => !theirs.includes(text))).toEqual(
          ours.filter((text) => !theirs.includes(text)),
        );
      }),
    );
  });

  it('belong to one message each, so that the loss of a packet affects no other message', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), fc.nat(), (texts, lost) => {
        const cut = messages(texts);
        const packets = cut.flatMap((own, message) => own.map((packet) => ({ packet, message })));
        const [victim] = packets.splice(lost % packets.length, 1);
        const whole = assembler()(packets.map(({ packet }) => packet));
        expect(whole).toEqual(texts.filter((_, message) => message !== victim?.message));
      }),
    );
  });

  it('deliver a message only once even if it is sent again', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), fc.nat(), (texts, lost) => {
        // The connection breaks at a random position in the last message, or after it.
        const cut = messages(texts);
        const last = cut.at(-1) ?? [];
        const seen = last.slice(0, lost % (last.length + 1));
        expect(assembler()([...cut.slice(0, -1).flat(), ...seen, ...last])).toEqual(texts);
      }),
    );
  });

  it('are ignored if they are malformed or incomplete', () => {
    expect(assembler()(['', 'hello', 'a.1.0|x', 'A.1.0.1|x', 'a.1.1.2|x', 'a.1.5.2|x'])).toEqual([]);
  });

  it('are forgotten if the rest of their message does not arrive', () => {
    let nowMs = 0;
    const parts = new PacketAssembler(() => nowMs);
    const [first = '', second = ''] = cutIntoPackets(
      { sender: 'a', number: 1, text: 'x'.repeat(50) },
      MAX_BYTES,
    );
    expect(second).not.toBe('');
    expect(parts.accept(first)).toBeNull();
    nowMs = 61_000;
    parts.sweep();
    expect(parts.accept(second)).toBeNull();
  });

  it('are ignored if they were already received, unless their sender has been silent for an hour', () => {
    let nowMs = 0;
    const parts = new PacketAssembler(() => nowMs);
    expect(parts.accept('a.1.0.1|x')).toBe('x');
    nowMs = 3_500_000;
    parts.sweep();
    expect(parts.accept('a.1.0.1|x')).toBeNull();
    nowMs = 7_200_001;
    parts.sweep();
    expect(parts.accept('a.1.0.1|x')).toBe('x');
  });
});
