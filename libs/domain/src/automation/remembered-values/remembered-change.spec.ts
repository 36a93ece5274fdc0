import type { Json, RememberPortChange } from '@app/workflow-engine';
import { applyChange } from './remembered-change';

type Operation = Partial<RememberPortChange> & Pick<RememberPortChange, 'operation'>;

const NOW = 1000;
const after = (value: Json, operation: Operation, expiresAtMs: number | null = null) =>
  applyChange({ value, expiresAtMs }, operation, NOW);

const expiry = (operation: Operation) => after(null, operation, 7000).next?.expiresAtMs;

describe('applyChange', () => {
  it.each<[Operation, Json, Json, boolean]>([
    [{ operation: 'set', value: 5 }, null, 5, true],
    [{ operation: 'set', value: { a: [1] } }, { a: [1] }, { a: [1] }, false],
    [{ operation: 'set', value: null }, 5, null, true],
    [{ operation: 'add', value: 2 }, null, 2, true],
    [{ operation: 'add', value: -1.5 }, 3, 1.5, true],
    [{ operation: 'add', value: 0 }, 3, 3, false],
    [{ operation: 'compareAndSet', value: 'on' }, null, 'on', true],
    [{ operation: 'compareAndSet', value: 'on', expected: { b: 1, a: 2 } }, { a: 2, b: 1 }, 'on', true],
    [{ operation: 'push', value: 3 }, null, [3], true],
    [{ operation: 'push', value: [3] }, [1, 2], [1, 2, [3]], true],
    [{ operation: 'push', value: 3, maxItems: 2 }, [0, 1, 2], [2, 3], true],
    [{ operation: 'clear' }, 5, null, true],
    [{ operation: 'clear' }, null, null, false],
  ])('applies %j to the value %j with the result %j', (operation, before, value, changed) => {
    expect(after(before, operation)).toEqual({ next: { value, expiresAtMs: null }, changed });
  });

  it('writes nothing if the value differs from the expected value', () => {
    expect(after('off', { operation: 'compareAndSet', value: 'on', expected: 'idle' })).toEqual({
      next: undefined,
      changed: false,
    });
    expect(after('off', { operation: 'compareAndSet', value: 'on' }).next).toBeUndefined();
  });

  it.each<[Operation, Json, string]>([
    [{ operation: 'add', value: 1 }, 'five', 'not_a_number'],
    [{ operation: 'add', value: '1' }, 5, 'not_a_number'],
    [{ operation: 'add', value: 1e308 }, 1e308, 'not_a_number'],
    [{ operation: 'push', value: 1 }, 5, 'not_a_list'],
  ])('refuses %j for the value %j', (operation, before, code) => {
    expect(() => after(before, operation)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('sets the given expiry; if none is given, only add and push keep the previous expiry', () => {
    expect(expiry({ operation: 'set', value: 1, expiresInMs: 500 })).toBe(1500);
    expect(expiry({ operation: 'add', value: 1, expiresInMs: 500 })).toBe(1500);
    expect(expiry({ operation: 'set', value: 1 })).toBeNull();
    expect(expiry({ operation: 'add', value: 1 })).toBe(7000);
    expect(expiry({ operation: 'push', value: 1 })).toBe(7000);
  });
});
