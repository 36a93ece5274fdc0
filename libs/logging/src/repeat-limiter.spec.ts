import { RepeatLimiter } from './repeat-limiter';

describe('RepeatLimiter', () => {
  let nowMs: number;
  let limiter: RepeatLimiter;
  beforeEach(() => {
    nowMs = 0;
    limiter = new RepeatLimiter({ lines: 2, windowMs: 1000 }, () => nowMs);
  });

  const admitAll = (names: string[]) => names.map((name) => limiter.admit(name));

  it('admits the first lines of each kind and suppresses the others', () => {
    expect(admitAll(['a', 'a', 'a', 'b', 'a', 'b', 'b'])).toEqual([0, 0, null, 0, null, 0, null]);
  });

  it('reports with the next window how many lines were suppressed', () => {
    admitAll(['a', 'a', 'a', 'a']);
    nowMs = 1000;
    expect(admitAll(['a', 'a', 'a'])).toEqual([2, 0, null]);
  });

  it('bounds the number of kinds that it remembers', () => {
    admitAll(['a', 'a', 'a']);
    admitAll(Array.from({ length: 1000 }, (_, index) => `other ${index}`));
    expect(limiter.admit('a')).toBe(0);
  });
});
