import type { Token } from '../execution-state';
import { scopeOf } from './read-state';
import type { ExecutionState, FrameState, LoopState } from './state';

const frame = (outputs: FrameState['outputs'], more: Partial<FrameState> = {}): FrameState => ({
  codes: [],
  outputs,
  size: 0,
  ...more,
});

const loop = (items: LoopState['items'], more: Partial<LoopState> = {}): LoopState => ({
  items,
  concurrency: 1,
  next: 0,
  done: 0,
  frames: [],
  run: { sinceMs: 0, attempts: 1, logs: [] },
  input: {},
  size: 0,
  ...more,
});

/** An execution in the second round of a loop over two floors. In that round, a loop over two rooms runs. */
function state(itemVariables: [string?, string?] = ['floor', 'room']): ExecutionState {
  const rooms = loop(['office', 'hall'], {
    itemVariable: itemVariables[1],
    frames: [frame({ read: 21 }, { index: 0 }), frame({ read: 22 }, { index: 1 })],
  });
  const floors = loop(['first', 'second'], {
    itemVariable: itemVariables[0],
    frames: [frame({ plan: 'b' }, { index: 1, loops: { rooms } })],
  });
  return {
    steps: 0,
    gotos: 0,
    rounds: 0,
    size: 0,
    variables: { site: 'north' },
    frame: frame({ start: 'a' }, { loops: { floors } }),
    queue: [],
    underWay: [],
    waiting: [],
  };
}

const at = (path: string) => ({ nodeId: 'n', visit: 1, frame: path }) as unknown as Token;

describe('scopeOf', () => {
  const outside = { variables: { site: 'north' }, nodeOutputs: { start: 'a' } };
  const inFloor = {
    variables: { site: 'north', floor: 'second' },
    nodeOutputs: { start: 'a', plan: 'b' },
    item: 'second',
    index: 1,
  };
  const inRoom = {
    variables: { site: 'north', floor: 'second', room: 'hall' },
    nodeOutputs: { start: 'a', plan: 'b', read: 22 },
    item: 'hall',
    index: 1,
  };

  it.each<[string, string, object]>([
    ['the workflow itself', '', outside],
    ['a loop', 'floors[1]', inFloor],
    ['a loop in a loop', 'floors[1]/rooms[1]', inRoom],
    ['a round that no longer exists', 'floors[0]', outside],
    ['a loop that no longer exists', 'gone[0]', outside],
    ['a loop named like a property of objects', 'constructor[0]', outside],
    ['a round of a loop in a round that no longer exists', 'floors[0]/rooms[1]', outside],
    ['a loop that no longer exists in a loop', 'floors[1]/gone[0]', inFloor],
    ['a round that no longer exists in a loop', 'floors[1]/rooms[2]', inFloor],
    ['a loop in a round without loops', 'floors[1]/rooms[1]/deeper[0]', inRoom],
  ])('is the innermost existing scope for a run in %s', (_, path, expected) => {
    expect(scopeOf(state(), at(path))).toEqual(expected);
  });

  it('contains the item of the inner loop if both loops use the same name', () => {
    expect(scopeOf(state(['it', 'it']), at('floors[1]/rooms[0]')).variables).toEqual({
      site: 'north',
      it: 'office',
    });
  });

  it('contains no item of a loop that does not name its items', () => {
    expect(scopeOf(state([]), at('floors[1]/rooms[0]')).variables).toEqual({ site: 'north' });
  });

  it('does not change the state', () => {
    const before = state();
    scopeOf(before, at('floors[1]/rooms[1]'));
    expect(before).toEqual(state());
  });
});
