import { RateList } from '../rates/rate-list';
import { tariffWeek } from './tariff-week';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const [OTHERWISE, CHEAP] = [1, 0];

describe('tariffWeek', () => {
  it('has one change per day without periods', () => {
    const week = tariffWeek({ currency: 'EUR', default: 0.3 }, new RateList());
    expect(week).toEqual(EVERY_DAY.map(() => [{ minute: 0, rate: 0 }]));
  });

  it.each([
    [
      'a period within the day, listed with a later period of the same price first',
      [
        ['18:00', '20:00'],
        ['06:30', '08:00'],
      ],
      [
        [0, OTHERWISE],
        [390, CHEAP],
        [480, OTHERWISE],
        [1080, CHEAP],
        [1200, OTHERWISE],
      ],
    ],
    [
      'a period until the end of the day, after which no minute of the day is left',
      [['22:00', '24:00']],
      [
        [0, OTHERWISE],
        [1320, CHEAP],
      ],
    ],
    [
      'adjacent periods with the same price, between which nothing changes',
      [
        ['06:00', '07:00'],
        ['07:00', '08:00'],
      ],
      [
        [0, OTHERWISE],
        [360, CHEAP],
        [480, OTHERWISE],
      ],
    ],
    [
      'a period across midnight, which changes the price twice a day',
      [['23:00', '05:00']],
      [
        [0, CHEAP],
        [300, OTHERWISE],
        [1380, CHEAP],
      ],
    ],
  ])('lists the changes of a day in order for %s', (_, times, changes) => {
    const periods = times.map(([from = '', to = '']) => ({ days: EVERY_DAY, from, to, pricePerKwh: 0.1 }));
    const week = tariffWeek({ currency: 'EUR', default: 0.3, periods }, new RateList());
    expect(week).toEqual(EVERY_DAY.map(() => changes.map(([minute, rate]) => ({ minute, rate }))));
  });
});
