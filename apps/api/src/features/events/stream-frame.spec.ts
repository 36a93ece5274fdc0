import { type EventSourceMessage, createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { type StreamFrame, encodeFrames, eventBytes } from './stream-frame';

const SENT_AT = '2026-03-01T10:00:00.000Z';

function parse(bytes: Buffer): EventSourceMessage[] {
  const messages: EventSourceMessage[] = [];
  createParser({ onEvent: (message) => messages.push(message) }).feed(bytes.toString());
  return messages;
}

function frameOf(payload: { value: unknown }): StreamFrame {
  const bytes = eventBytes(
    { type: 'iot:value:change', kind: 'point', instantName: 'sentAt' },
    payload,
    SENT_AT,
  );
  return { type: 'iot:value:change', key: 'point:A', delivery: 'latest', bytes };
}

describe('eventBytes', () => {
  it('writes the type and the enveloped payload on one line', () => {
    const bytes = eventBytes({ type: 'energy_update', kind: 'energy' }, { areas: [] }, SENT_AT);

    expect(bytes.toString()).toBe(
      `event: energy_update\ndata: {"type":"energy_update","kind":"energy","timestamp":"${SENT_AT}","areas":[]}\n\n`,
    );
  });

  it("keeps the payload's own `timestamp`", () => {
    const bytes = eventBytes(
      { type: 'iot:value:change', kind: 'point', instantName: 'sentAt' },
      { code: 'A', value: 1, timestamp: '2026-03-01T09:59:00.000Z' },
      SENT_AT,
    );

    expect(JSON.parse(parse(bytes)[0]?.data ?? '')).toEqual({
      type: 'iot:value:change',
      kind: 'point',
      sentAt: SENT_AT,
      code: 'A',
      value: 1,
      timestamp: '2026-03-01T09:59:00.000Z',
    });
  });
});

describe('encodeFrames', () => {
  it('numbers the frames from the first id', () => {
    const bytes = encodeFrames([frameOf({ value: 1 }), frameOf({ value: 2 })], 9);

    expect(bytes.toString()).toMatch(/^id: 9\nevent: .*\ndata: .*\n\nid: 10\nevent: .*\ndata: .*\n\n$/);
  });

  it('reserves enough space for the largest id', () => {
    const [message] = parse(encodeFrames([frameOf({ value: 1 })], Number.MAX_SAFE_INTEGER));

    expect(message).toMatchObject({ id: String(Number.MAX_SAFE_INTEGER), event: 'iot:value:change' });
  });

  it('encodes a value with any text as exactly one event', () => {
    const texts = fc.string({ unit: 'binary' });
    const values = fc.oneof(
      fc.jsonValue(),
      texts,
      fc.constantFrom('a\r\ndata: b', '\n\nevent: x\n', '\u2028'),
    );
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 20 }), (sent) => {
        const messages = parse(
          encodeFrames(
            sent.map((value) => frameOf({ value })),
            1,
          ),
        );

        expect(messages.map(({ id }) => id)).toEqual(sent.map((_value, index) => String(index + 1)));
        expect(messages.map(({ event }) => event)).toEqual(sent.map(() => 'iot:value:change'));
        const received = messages.map(({ data }) => (JSON.parse(data) as { value: unknown }).value);
        expect(received).toEqual(sent.map((value) => JSON.parse(JSON.stringify(value)) as unknown));
      }),
    );
  });
});
