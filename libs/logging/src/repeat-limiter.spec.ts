import { RepeatLimiter } from './repeat-limiter';

describe('RepeatLimiter', () => {
  let limiter: RepeatLimiter;
  let summaries: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    limiter = new RepeatLimiter({ lines: 2, windowMs: 1000 });
    summaries = [];
  });
  afterEach(() => jest.useRealTimers());

  const admitAll = (names: string[]) =>
    names.map((name, index) => limiter.admit(name, (count) => summaries.push(`${name}${index}: ${count}`)));

  it('allows the first lines of each kind and suppresses the others', () => {
    const admitted = [true, true, false, true, false, true, false];
    expect(admitAll(['a', 'a', 'a', 'b', 'a', 'b', 'b'])).toEqual(admitted);
  });

  it('reports the number of suppressed lines when the window closes, and then allows lines again', () => {
    admitAll(['a', 'a', 'a', 'b', 'a']);
    jest.advanceTimersByTime(999);
    expect(summaries).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(summaries).toEqual(['a4: 2']);
    expect(admitAll(['a', 'a', 'a'])).toEqual([true, true, false]);
  });

  it('forgets the oldest kind if there are too many kinds, and reports its suppressed lines', () => {
    admitAll(['a', 'a', 'a']);
    admitAll(Array.from({ length: 1000 }, (_, index) => `other ${index}`));
    expect(summaries).toEqual(['a2: 1']);
    expect(admitAll(['a'])).toEqual([true]);
  });
});
