import type { Tariff } from '@app/entities';
import { tariffTimes } from './tariff-times';

const words = {
  otherTimes: 'other times',
  dayName: (day: number) => ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][day] ?? '',
};
const span = { fromMs: Date.parse('2026-10-01T00:00Z'), toMs: Date.parse('2026-11-01T00:00Z') };
const timesOf = (tariffs: Tariff[], price: number) => tariffTimes(tariffs, price, span, 'UTC', words);

describe('tariffTimes', () => {
  const periods = [
    { days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00', pricePerKwh: 0.4 },
    { days: [7, 6], from: '10:00', to: '12:00', pricePerKwh: 0.4 },
    { days: [1, 3], from: '23:00', to: '07:00', pricePerKwh: 0.1 },
  ];
  const tariff = { currency: 'EUR', default: 0.2, periods };

  it.each([
    [0.4, 'Mon–Fri 08:00–20:00; Sat–Sun 10:00–12:00'],
    [0.1, 'Mon, Wed 23:00–07:00'],
    [0.2, 'other times'],
    [0.9, ''],
  ])('describes the times of the price %f', (price, expected) => {
    expect(timesOf([tariff], price)).toBe(expected);
  });

  it('returns an empty text for a flat tariff', () => {
    expect(timesOf([{ currency: 'EUR', default: 0.2 }], 0.2)).toBe('');
  });

  it('leaves out tariffs that are not valid in the period', () => {
    const old = { ...tariff, periods: [{ ...periods[0], days: [6] }] as typeof periods };
    const next = { ...tariff, validFrom: '2026-11-01' };
    expect(timesOf([old, { ...tariff, validFrom: '2026-10-01' }, next], 0.4)).toBe(
      'Mon–Fri 08:00–20:00; Sat–Sun 10:00–12:00',
    );
  });
});
