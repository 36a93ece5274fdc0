import { BOOLEAN, FLOAT, INT16, sparkplugMessage } from '../../../../test/factories/sparkplug-message';
import { decodePayload, encodeCommand, fits, metricValue } from './sparkplug-payload';

const AT_MS = Date.parse('2026-01-01T00:00:00Z');

// Encoded with the package sparkplug-payload 1.0.3 of Eclipse Tahu.
const BIRTH =
  '0880d0eab6b733120b0a0562645365712004580312160a0b54656d706572617475726510012009650000ac4112120a064f66667365741002' +
  '200250fbffffff0f12140a06456e6572677910ac0220085894b4e4f4cb0312140a054472696674200458f9ffffffffffffffff01120b0a03' +
  '46616e1004200b700112130a054c6162656c200c7a08426f696c6572203112190a034f6c6418c080c6b6b733200a280169000000000000f4' +
  '3f120a0a044c6f7374200338011800';

describe('decodePayload', () => {
  it('reads numbers of all sizes, signs, booleans, times and absent values', () => {
    const { atMs, seq, metrics } = decodePayload(Buffer.from(BIRTH, 'hex'));
    expect({ atMs, seq }).toEqual({ atMs: AT_MS, seq: 0 });
    expect(
      metrics.map(({ raw, ...metric }) => ({ ...metric, value: metricValue(raw, metric.datatype) })),
    ).toEqual([
      { name: 'bdSeq', datatype: 4, value: 3, isBad: false },
      { name: 'Temperature', alias: '1', datatype: 9, value: 21.5, isBad: false },
      { name: 'Offset', alias: '2', datatype: 2, value: -5, isBad: false },
      { name: 'Energy', alias: '300', datatype: 8, value: 123_456_789_012, isBad: false },
      { name: 'Drift', datatype: 4, value: -7, isBad: false },
      { name: 'Fan', alias: '4', datatype: 11, value: true, isBad: false },
      { name: 'Label', datatype: 12, value: undefined, isBad: false },
      { name: 'Old', datatype: 10, value: 1.25, isHistorical: true, atMs: AT_MS - 600_000, isBad: false },
      { name: 'Lost', datatype: 3, value: null, isBad: false },
    ]);
  });

  it('reads a value by the type of the birth, its quality, and the number of 32 bits that the device displays', () => {
    const bytes = sparkplugMessage(
      [
        { alias: '18446744073709551615', type: INT16, value: -5, quality: 192 },
        { alias: 2, type: FLOAT, value: 21.3, quality: 500 },
        { alias: 3, type: BOOLEAN, value: false, quality: 0 },
      ],
      { atMs: AT_MS },
    );
    const { metrics } = decodePayload(bytes);
    expect(metrics.map(({ isBad }) => isBad)).toEqual([false, true, true]);
    expect(metrics[0]).toMatchObject({ alias: '18446744073709551615', datatype: undefined });
    const values = [INT16, FLOAT, BOOLEAN].map((type, index) => metricValue(metrics[index]?.raw ?? {}, type));
    expect(values).toEqual([-5, 21.3, false]);
  });

  it.each([
    ['ff', 'index out of range'],
    ['12ff', 'index out of range'],
    ['0a80808080', 'index out of range'],
  ])('refuses the bytes %s', (hex, message) => {
    expect(() => decodePayload(Buffer.from(hex, 'hex'))).toThrow(message);
  });
});

describe('encodeCommand', () => {
  it.each([
    ['Int16', 2, -5, '50fbffffff0f'],
    ['Int64', 4, -7, '58f9ffffffffffffffff01'],
    ['UInt64', 8, 123_456_789_012, '5894b4e4f4cb03'],
    ['Float', 9, 21.5, '650000ac41'],
    ['Double', 10, 1.25, '69000000000000f43f'],
    ['Boolean', 11, false, '7000'],
  ])('writes a value of type %s as Eclipse Tahu does', (_type, datatype, value, hex) => {
    const datatypeHex = `20${datatype.toString(16).padStart(2, '0')}`;
    const metric = `10ac021880d0eab6b733${datatypeHex}${hex}`;
    const length = (metric.length / 2).toString(16).padStart(2, '0');
    expect(encodeCommand({ alias: '300' }, datatype, value, AT_MS).toString('hex')).toBe(
      `0880d0eab6b73312${length}${metric}`,
    );
  });
});

describe('fits', () => {
  it.each([
    [-128, 1, true],
    [128, 1, false],
    [-1, 5, false],
    [255, 5, true],
    [2 ** 31, 3, false],
    [2 ** 31, 7, true],
    [-1, 8, false],
    [1, 11, false],
    [true, 11, true],
    [true, 9, false],
    [1, 12, false],
    [1e30, 10, true],
    [255.5, 5, false],
    [127.4, 1, true],
    [1e39, 9, false],
    [1, 0, false],
  ])('says whether %p can be stored by type %d: %p', (value, datatype, expected) => {
    expect(fits(value, datatype)).toBe(expected);
  });
});
