import { similarName } from './similar-name';

describe('similarName', () => {
  it.each([
    ['hysterisis', ['above', 'below', 'hysteresis', 'forMs'], 'hysteresis'],
    ['formMs', ['above', 'forMs', 'onStart'], 'forMs'],
    ['onErorr', ['id', 'type', 'onError'], 'onError'],
    ['ONERROR', ['id', 'onError'], 'onError'],
    [
      'F1.ESAT.ZONE.TEMP',
      ['F1.EAST.ZONE.CO2', 'F1.EAST.ZONE.TEMP', 'F1.WEST.ZONE.TEMP'],
      'F1.EAST.ZONE.TEMP',
    ],
    ['days', ['cron', 'timezone', 'calendarId', 'onlyWhen'], undefined],
    ['x', ['id', 'to'], undefined],
    ['anything', [], undefined],
  ])('finds the name that %s stands for among %j', (name, known, similar) => {
    expect(similarName(name, known)).toBe(similar);
  });
});
