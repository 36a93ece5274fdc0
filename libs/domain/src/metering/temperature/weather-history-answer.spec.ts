import { readTemperatures } from './weather-history-answer';

const answer = (time: unknown, temperature_2m: unknown) =>
  JSON.stringify({ hourly: { time, temperature_2m } });

describe('readTemperatures', () => {
  it('leaves out unknown and impossible temperatures', () => {
    expect(readTemperatures(answer([0, 3600, 7200], [-3.5, null, 999]))).toEqual([
      { timestamp: '1970-01-01T00:00:00.000Z', value: -3.5, quality: 'good' },
    ]);
  });

  it.each([
    '<html>',
    'null',
    '{"hourly": 1}',
    answer([0], [1, 2]),
    answer(['2026-01-01T00:00'], [1]),
    answer([1e300], [1]),
    answer([0.5], [1]),
  ])('refuses %s', (text) => {
    expect(() => readTemperatures(text)).toThrow('The answer of the weather provider is not usable');
  });
});
