import { ApplicationTag } from '@bacnet-js/client';
import { instantMsOf, recordsIn } from './trend-log';

/** 2026-03-29 10:15:30.25, a Sunday. */
const STAMP = '0ea47e031d07b40a0f1e190f';
const LOCAL = '2026-03-29T10:15:30.25';
const record = (datum: string, flags = '') => `${STAMP}1e${datum}1f${flags}`;

describe('recordsIn', () => {
  it.each([
    ['a number', '2c41accccd', { type: ApplicationTag.REAL, value: Math.fround(21.6) }],
    ['a switch', '1901', { type: ApplicationTag.BOOLEAN, value: true }],
    ['a state', '3900', { type: ApplicationTag.ENUMERATED, value: 0 }],
    ['a count', '4b0186a0', { type: ApplicationTag.UNSIGNED_INTEGER, value: 100_000 }],
    ['a number below 0', '59fe', { type: ApplicationTag.SIGNED_INTEGER, value: -2 }],
  ])('reads %s', (_, datum, data) => {
    expect(recordsIn(Buffer.from(record(datum, '2a0400'), 'hex'), 1)).toEqual([{ local: LOCAL, data }]);
  });

  it.each([
    ['a change of the log', record('0a0580')],
    ['no value', record('70')],
    ['a failure', record('8e910291208f')],
    ['a value of another type', record('ae7504006162638eff'.replace('8eff', 'af'))],
    ['a change of the clock', record('9c42000000')],
    ['a faulty value', record('2c41accccd', '2a0440')],
    ['a replaced value', record('2c41accccd', '2a0410')],
    ['a record without a date', record('2c41accccd').replace('a47e031d07', 'a4ffffffff')],
  ])('leaves %s out', (_, skipped) => {
    const found = recordsIn(Buffer.from(`${skipped}${record('2c41200000', '2a0480')}5f`, 'hex'), 2);
    expect(found.map(({ data }) => data.value)).toEqual([10]);
  });

  it.each(['0e', STAMP, `${STAMP}1e2c41`, record('2c41accccd').slice(0, -2), 'ff', `${STAMP}1e8e91`])(
    'refuses %s',
    (hex) => {
      expect(() => recordsIn(Buffer.from(hex, 'hex'), 1)).toThrow('the record of a trend log');
    },
  );
});

describe('instantMsOf', () => {
  it.each([
    ['2026-07-01T12:00:00.25', '2026-07-01T10:00:00.250Z'],
    ['2026-03-29T02:30:00.00', null], // skipped
    ['2026-10-25T02:30:00.00', null], // repeated
    ['2026-10-25T03:00:00.00', '2026-10-25T02:00:00.000Z'],
    ['2026-02-30T00:00:00.00', null],
    ['2026-14-01T00:00:00.00', null], // each even month
  ])('%s in Berlin is %s', (local, instant) => {
    expect(instantMsOf(local, 'Europe/Berlin')).toBe(instant && Date.parse(instant));
  });
});
