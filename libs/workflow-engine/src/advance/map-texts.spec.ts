import { failure, loopOver, trialGraph } from '../../../../test/factories/trial-execution';
import type { ReadyRun } from '../execution-state';
import type { StepOutcome } from '../node-outcome';
import { advance, begin } from './advance';
import { mapTexts } from './map-texts';
import type { ExecutionState } from './state';

/**
 * Names, ids, keywords and values are `heat` wherever possible, so that the test detects a replacement in a wrong
 * place.
 */
const again = { onError: { action: 'retry', retryCount: 3, retryDelayMs: 1000 } } as const;
const graph = trialGraph(['start > heat', 'start > failed', 'start > loop', 'loop -body> running'], {
  heat: again,
  running: again,
});
const value = { heat: ['heat', { heat: 'heat', failed: 1 }] };

const outcomes: Record<string, StepOutcome> = {
  start: { kind: 'done', output: value, variables: { heat: value, failed: 'failed' } },
  heat: failure('heat'),
  loop: loopOver([value, 'heat'], 1, 'heat'),
  running: { kind: 'wait', untilMs: 9000, output: value },
  failed: failure('heat'),
};

/** A state with a variable, outputs, a pause, an active loop, a delay within the loop, and an error. */
function aState(): ExecutionState {
  let { state, ready } = begin(graph, 0);
  const left: ReadyRun[] = [...ready];
  for (let run = left.shift(); run !== undefined; run = left.shift()) {
    const outcome = outcomes[run.token.nodeId] as StepOutcome;
    const report = { token: run.token, atMs: 5, input: value, logs: ['heat'], outcome };
    ({ state, ready } = advance(graph, state, report));
    // The node that fails the execution runs last.
    left.push(...ready);
    left.sort(
      (one, other) => Number(one.token.nodeId === 'failed') - Number(other.token.nodeId === 'failed'),
    );
  }
  return state;
}

describe('the texts of an execution state', () => {
  it('are replaced in the values that nodes produced, and nowhere else', () => {
    const state = aState();
    const other = mapTexts(state, () => 'cool');
    const made = { heat: ['cool', { heat: 'cool', failed: 1 }] };
    expect(other).toMatchObject({
      ending: 'failed',
      error: { code: 'broken', message: 'cool', nodeId: 'failed' },
      variables: { heat: made, failed: 'cool' },
      frame: {
        outputs: { start: made },
        loops: { loop: { itemVariable: 'heat', items: [made, 'cool'], run: { logs: ['cool'] } } },
      },
    });
    const back = mapTexts(other, (text) => text);
    expect(back).toEqual(other);
    const text = JSON.stringify(other);
    expect(text.match(/"heat"(?!:)/g)?.length).toBe(
      [...JSON.stringify(state).matchAll(/"(nodeId|itemVariable)":"heat"/g)].length,
    );
    expect(JSON.stringify(mapTexts(state, (same) => same))).toBe(JSON.stringify(state));
  });

  it('are also replaced in waiting runs', () => {
    let { state, ready } = begin(graph, 0);
    const paused: string[] = [];
    for (const nodeId of ['start', 'heat']) {
      const run = [...ready].find(({ token }) => token.nodeId === nodeId) as ReadyRun;
      const outcome = outcomes[nodeId] as StepOutcome;
      ({ state, ready } = advance(graph, state, {
        token: run.token,
        atMs: 5,
        input: value,
        logs: ['heat'],
        outcome,
      }));
    }
    for (const { token, logs } of mapTexts(state, () => 'cool').waiting) paused.push(token.nodeId, ...logs);
    expect(paused).toEqual(['heat', 'cool', 'cool']);
  });
});
