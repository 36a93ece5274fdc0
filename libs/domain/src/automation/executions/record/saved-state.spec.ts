import { SecretValues } from '@app/kernel';
import { begin, type ExecutionState } from '@app/workflow-engine';
import { trialGraph } from '../../../../../../test/factories/trial-execution';
import { readState, type SavedState, writeState } from './saved-state';

/** The value of each variable also occurs as an id, a name or a word of the engine. */
const secrets = new SecretValues({ MODE: 'heat', STATE: 'failed', TOKEN: 'tok-12345', WORD: 'running' });
const graph = trialGraph(['start > heat', 'heat > failed']);

function aState(value: string): SavedState {
  const { state } = begin(graph, 0);
  const token = { frame: 'heat[0]', nodeId: 'heat', visit: 1 };
  const engine: ExecutionState = {
    ...state,
    variables: { heat: value, failed: { running: [value, `Bearer ${value}`] } },
    frame: { ...state.frame, outputs: { heat: { failed: value } } },
    waiting: [{ token, untilMs: 1, attempt: 1, sinceMs: 0, logs: [value], input: { heat: value }, size: 9 }],
    ending: 'failed',
    error: { code: 'running', message: `It failed: ${value}.`, nodeId: 'heat' },
    broken: [token],
  };
  return { engine, activeMs: 5, parts: 1, recorded: 100, full: false };
}

describe('saved states', () => {
  it('replace secrets with marks, but leave the ids, names and texts of the engine unchanged', () => {
    const written = writeState(aState('tok-12345'), secrets);
    expect(written).not.toContain('tok-12345');
    const stored = JSON.parse(written) as SavedState;
    const { engine } = aState('\uF8FFTOKEN;');
    expect(stored).toEqual({
      ...aState('\uF8FFTOKEN;'),
      engine: { ...engine, error: { ...engine.error, message: expect.stringContaining('TOKEN;') as string } },
    });
  });

  it.each(['tok-12345', 'heat', 'failed', 'nothing secret', '\uF8FFTOKEN;'])(
    'are read as they were written: %s',
    (value) => {
      const state = aState(value);
      expect(readState(writeState(state, secrets), secrets)).toEqual(state);
    },
  );

  it('get the current values of secrets when they are read, or empty texts for secrets that no longer exist', () => {
    const written = writeState(aState('heat'), secrets);
    const { engine } = readState(written, new SecretValues({ MODE: 'cool' }));
    expect(engine.variables).toEqual({ heat: 'cool', failed: { running: ['cool', 'Bearer cool'] } });
    expect(engine.frame.outputs).toEqual({ heat: { failed: 'cool' } });
    expect(engine).toMatchObject({ ending: 'failed', broken: [{ frame: 'heat[0]', nodeId: 'heat' }] });
    expect(engine.error).toMatchObject({ code: 'running', nodeId: 'heat' });
    expect(readState(written, new SecretValues({})).engine.variables['heat']).toBe('');
  });
});
