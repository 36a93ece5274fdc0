import { isUuid, newId } from './ids';

const timeOf = (id: string) => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

it('a UUID may have any version and variant, but only lower-case hexadecimal digits', () => {
  expect(isUuid('00000000-0000-0000-0000-000000000000')).toBe(true);
  expect(isUuid('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe(true);
  expect(isUuid('FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF')).toBe(false);
  expect(isUuid('g0000000-0000-0000-0000-000000000000')).toBe(false);
  expect(isUuid('00000000-0000-0000-0000-0000000000000')).toBe(false);
});

describe('a new id', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is a UUIDv7 with the time of its creation', () => {
    const beforeMs = Date.now();
    const id = newId();
    expect(isUuid(id)).toBe(true);
    expect(id[14]).toBe('7');
    expect(timeOf(id)).toBeGreaterThanOrEqual(beforeMs);
    expect(timeOf(id)).toBeLessThanOrEqual(Date.now());
  });

  it('is unique and sorts after earlier ids, even if the clock stops or is set back', () => {
    const nowMs = Date.now() + 1000;
    const now = jest.spyOn(Date, 'now');
    const ids = [0, 0, 5, 5, -100, 4, 6].flatMap((passedMs) => {
      now.mockReturnValue(nowMs + passedMs);
      return Array.from({ length: 1000 }, () => newId());
    });
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('ends in random bits', () => {
    const tails = new Set(Array.from({ length: 2000 }, () => newId().slice(-10)));
    expect(tails.size).toBe(2000);
  });
});
