import type { Token } from '../execution-state';
import { catalogueOf, defineNode } from '../define-node';
import { compileGraph } from '../graph/compile-graph';
import { trialCatalogue, trialDefinition, trialLimits } from '../../../../test/factories/trial-execution';
import { Type } from '@sinclair/typebox';
import { callableRun, scopeOf } from './read-state';
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

/** An execution in the second round of a loop over two floors. Inside this round, a loop over two rooms is active. */
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
    ['an inner loop', 'floors[1]/rooms[1]', inRoom],
    ['a round that no longer exists', 'floors[0]', outside],
    ['a loop that no longer exists', 'gone[0]', outside],
    ['a loop with the name of an inherited property', 'constructor[0]', outside],
    ['an inner round whose outer round no longer exists', 'floors[0]/rooms[1]', outside],
    ['an inner loop that no longer exists', 'floors[1]/gone[0]', inFloor],
    ['an inner round that no longer exists', 'floors[1]/rooms[2]', inFloor],
    ['an unknown loop inside the innermost round', 'floors[1]/rooms[1]/deeper[0]', inRoom],
  ])('returns the innermost existing scope for a run in %s', (_, path, expected) => {
    expect(scopeOf(state(), at(path))).toEqual(expected);
  });

  it('returns the item of the inner loop if both loops use the same name for their items', () => {
    expect(scopeOf(state(['it', 'it']), at('floors[1]/rooms[0]')).variables).toEqual({
      site: 'north',
      it: 'office',
    });
  });

  it('returns no variable for the item of a loop that gives its items no name', () => {
    expect(scopeOf(state([]), at('floors[1]/rooms[0]')).variables).toEqual({ site: 'north' });
  });

  it('does not change the state', () => {
    const before = state();
    scopeOf(before, at('floors[1]/rooms[1]'));
    expect(before).toEqual(state());
  });
});

describe('callableRun', () => {
  const work = trialCatalogue.get('work');
  if (!work) throw new Error('The trial catalogue has no type work.');
  const config = Type.Object({ call: Type.Optional(Type.Boolean()) });
  const wait = defineNode({ ...work, type: 'wait_for', config, waitsForCall: ({ call }) => call === true });
  const definition = trialDefinition(
    [
      'start > floors',
      'floors -body> inFloor',
      'inFloor > rooms',
      'rooms -body> inRoom',
      'floors -done> outside',
    ],
    {
      floors: { type: 'loop' },
      rooms: { type: 'loop' },
      inFloor: { type: 'wait_for', config: { call: true } },
      inRoom: { type: 'wait_for', config: { call: true } },
      outside: { type: 'wait_for', config: { call: true } },
      start: { type: 'start' },
    },
  );
  const graph = compileGraph(definition, {
    catalogue: catalogueOf([...trialCatalogue.values(), wait]),
    limits: trialLimits,
  });
  const runAt = (path: string, nodeId: string, from = state()) => callableRun(graph, from, at(path), nodeId);

  it('returns a run in the same frame or in an enclosing frame', () => {
    expect(runAt('', 'outside')).toEqual({ frame: '', nodeId: 'outside', visit: 1 });
    expect(runAt('floors[1]/rooms[0]', 'outside')).toEqual({ frame: '', nodeId: 'outside', visit: 1 });
    expect(runAt('floors[1]/rooms[0]', 'inFloor')).toEqual({
      frame: 'floors[1]',
      nodeId: 'inFloor',
      visit: 1,
    });
    expect(runAt('floors[1]/rooms[1]', 'inRoom')).toEqual({
      frame: 'floors[1]/rooms[1]',
      nodeId: 'inRoom',
      visit: 1,
    });
  });

  it('returns null for a node in an inner loop, a node of another type, and an unknown node', () => {
    expect(runAt('', 'inFloor')).toBeNull();
    expect(runAt('floors[1]', 'inRoom')).toBeNull();
    expect(runAt('', 'start')).toBeNull();
    expect(runAt('', '__proto__')).toBeNull();
  });

  it('returns the number of the current visit, which a jump increases', () => {
    const visited = state();
    const again = { ...visited, frame: { ...visited.frame, visits: { outside: 3 } } };
    expect(runAt('floors[1]', 'outside', again)).toEqual({ frame: '', nodeId: 'outside', visit: 3 });
  });
});
