import { FixedClock } from '@app/kernel';
import type { RememberPortChange } from '@app/workflow-engine';
import { DryRunMemory } from './dry-run-memory';

const execution = { id: 'e', workflowId: 'w' };
const changeOf = (change: Partial<RememberPortChange>): RememberPortChange => ({
  scope: 'workflow',
  name: 'runs',
  operation: 'add',
  value: 1,
  execution,
  stepKey: 'k',
  ...change,
});

const key = (name: string, scope: 'workflow' | 'site' = 'workflow') => ({ scope, name, execution });

describe('DryRunMemory', () => {
  const clock = new FixedClock(0);
  const stored = {
    recall: ({ name }: { name: string }) =>
      Promise.resolve(name === 'runs' ? { value: 41, updatedAt: '2026-01-01T00:00:00.000Z' } : null),
  };
  it('returns the stored values together with the changes of the dry run', async () => {
    const memory = new DryRunMemory(stored, clock);
    expect(await memory.recall(key('runs'))).toMatchObject({ value: 41 });
    const results = await Promise.all([memory.change(changeOf({})), memory.change(changeOf({}))]);
    expect(results).toEqual([
      { value: 42, previous: 41, changed: true },
      { value: 43, previous: 42, changed: true },
    ]);
    expect(await memory.recall(key('runs'))).toMatchObject({ value: 43 });
    expect(await memory.recall(key('runs', 'site'))).toMatchObject({ value: 41 });
    await memory.change(changeOf({ operation: 'clear', value: undefined }));
    expect(await memory.recall(key('runs'))).toBeNull();
  });

  it('drops expired values, and still works after a refused change', async () => {
    const memory = new DryRunMemory(stored, clock);
    const pushed = memory.change(changeOf({ operation: 'push' }));
    await expect(pushed).rejects.toMatchObject({ code: 'not_a_list' });
    await memory.change(changeOf({ name: 'lock', operation: 'set', value: true, expiresInMs: 1000 }));
    expect(await memory.recall(key('lock'))).toMatchObject({ value: true });
    clock.advance(1000);
    expect(await memory.recall(key('lock'))).toBeNull();
  });
});
