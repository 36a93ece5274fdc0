import type { RecallPortKey, RememberPortChange } from '@app/workflow-engine';
import { TRIAL_EXECUTION, tryNode } from '../../../test/factories/node-trial';
import { recallNode } from './recall.node';
import { rememberNode } from './remember.node';

describe('remember', () => {
  it('passes the key of its node run, so that a repeated write changes nothing', async () => {
    const changes: RememberPortChange[] = [];
    const remember = {
      change: (change: RememberPortChange) => {
        changes.push(change);
        return Promise.resolve({ value: 3, previous: 2, changed: true });
      },
    };
    const config = { name: 'runs', operation: 'add', value: '{{ triggerData.step }}' };
    const { outcome, logs } = await tryNode(rememberNode, config, {
      ports: { remember },
      triggerData: { step: 1 },
    });
    expect(changes).toEqual([
      {
        scope: 'workflow',
        name: 'runs',
        operation: 'add',
        value: 1,
        maxItems: 100,
        execution: TRIAL_EXECUTION,
        stepKey: 'execution-1/node-1',
      },
    ]);
    expect(outcome).toEqual({ kind: 'done', output: { value: 3, previous: 2, changed: true } });
    expect(logs).toEqual(["Changed 'runs'."]);
  });
});

/** A fake of the port for reading values, which finds this value. */
const recalling = (found: { value: string; updatedAt: string } | null) => {
  const asked: RecallPortKey[] = [];
  const recall = {
    recall: (key: RecallPortKey) => {
      asked.push(key);
      return Promise.resolve(found);
    },
  };
  return { asked, ports: { recall } };
};

describe('recall', () => {
  it('returns the stored value', async () => {
    const { asked, ports } = recalling({ value: 'on', updatedAt: '2026-01-01T00:00:00.000Z' });
    const { outcome } = await tryNode(recallNode, { scope: 'site', name: 'mode', default: 'off' }, { ports });
    expect(asked).toEqual([{ scope: 'site', name: 'mode', execution: TRIAL_EXECUTION }]);
    expect(outcome).toMatchObject({ output: { value: 'on', updatedAt: '2026-01-01T00:00:00.000Z' } });
  });

  it('returns the default if no value is stored, or null if there is no default', async () => {
    const { ports } = recalling(null);
    const { outcome } = await tryNode(recallNode, { name: 'mode', default: ['a'] }, { ports });
    expect(outcome).toEqual({ kind: 'done', output: { value: ['a'], updatedAt: null } });
    expect((await tryNode(recallNode, { name: 'mode' }, { ports })).outcome).toMatchObject({
      output: { value: null },
    });
  });
});
