import { sunWarning } from './sun-warning';

describe('sunWarning', () => {
  it.each([
    [null, 13.4, 'has no latitude'],
    [52.5, null, 'has no latitude'],
    [90, 0, 'too close to a pole'],
    [-90, 0, 'too close to a pole'],
    [69.6, 19, 'polar night'],
    [-67, 50, 'polar night'],
    [85, 19, 'polar night'],
  ])('warns about a site at latitude %p and longitude %p: %s', (latitude, longitude, expected) => {
    expect(sunWarning({ latitude, longitude })?.message).toContain(expected);
  });

  it.each([0, 52.5, 65.5, -65.5])('does not warn about a site at latitude %d', (latitude) => {
    expect(sunWarning({ latitude, longitude: 24 })).toBeNull();
  });
});
