import { Places } from './places';

describe('places', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are taken at once while there are any', () => {
    const places = new Places(2);
    expect([places.take(10), places.take(10)]).toEqual([true, true]);
    places.giveBack();
    expect(places.take(10)).toBe(true);
  });

  it('are given to those who wait, in turn', async () => {
    const places = new Places(1);
    void places.take(10);
    const served: number[] = [];
    const wait = async (number: number) => (await places.take(1000)) && served.push(number);
    const waiting = [wait(1), wait(2)];
    places.giveBack();
    await waiting[0];
    expect(served).toEqual([1]);
    places.giveBack();
    await waiting[1];
    expect(served).toEqual([1, 2]);
    places.giveBack();
    expect(places.take(10)).toBe(true);
  });

  it('are not kept for who has waited for too long', async () => {
    const places = new Places(1);
    void places.take(10);
    const inVain = places.take(1000);
    const later = places.take(3000);
    jest.advanceTimersByTime(1000);
    expect(await inVain).toBe(false);
    places.giveBack();
    expect(await later).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
