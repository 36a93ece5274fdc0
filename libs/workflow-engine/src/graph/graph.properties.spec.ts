import fc from 'fast-check';
import {
  loopOver,
  runTrial,
  trialCatalogue,
  trialDefinition,
  trialLimits,
  type Script,
} from '../../../../test/factories/trial-execution';
import { choiceOf } from '../../../../test/factories/random-workflow';
import { outcomeOf } from '../advance/read-state';
import type { WorkflowDefinition } from '../definition';
import { finished } from '../finished';
import { definitionCheck } from './check-definition';
import { compileGraph } from './compile-graph';
import { findCycles } from './find-cycles';
import { jsonSize } from './json-size';
import type { Json } from '../json';

const limits = { nodes: 50, characters: 100_000, branches: 10, depth: 5, retries: 3, retryDelayMs: 1000 };
const check = (definition: unknown) =>
  finished(definitionCheck(definition as WorkflowDefinition, { catalogue: trialCatalogue, limits }));

const links = fc.oneof(
  {
    arbitrary: fc.array(fc.record({ from: fc.nat(6), label: fc.nat(1) }), { minLength: 1, maxLength: 2 }),
    weight: 9,
  },
  { arbitrary: fc.constant<{ from: number; label: number }[]>([]), weight: 1 },
);

/**
 * Random definitions with a start node, loops, conditions and other nodes. Most edges lead forward and have a matching
 * label.
 */
const definitions = fc
  .record({
    nodes: fc.array(fc.record({ type: fc.constantFrom('work', 'work', 'loop', 'condition'), links }), {
      minLength: 1,
      maxLength: 6,
    }),
    back: fc.oneof(
      { arbitrary: fc.constant<[number, number][]>([]), weight: 3 },
      fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 1 }),
    ),
    gotos: fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 2 }),
  })
  .map(({ nodes: drawn, back, gotos }): WorkflowDefinition => {
    const nodes = ['start', ...drawn.map(({ type }) => type)].map((type, index) => ({
      id: `${type}${index}`,
      type,
      config: {},
    }));
    const at = (place: number) => nodes[place % nodes.length] ?? { id: '', type: '' };
    const labels: Record<string, string[]> = { loop: ['body', 'done'], condition: ['true', 'false'] };
    const forth = drawn.flatMap(({ links }, index) =>
      links.map(({ from, label }) => ({ from: from % (index + 1), to: index + 1, label })),
    );
    const edges = [...forth, ...back.map(([from, to]) => ({ from, to, label: 0 }))].map(
      ({ from, to, label }, index) => {
        const of = labels[at(from).type]?.[label];
        return {
          id: `e${index}`,
          source: at(from).id,
          target: at(to).id,
          ...(of !== undefined && { label: of }),
        };
      },
    );
    for (const [from, to] of gotos)
      Object.assign(at(from), { onError: { action: 'goto', gotoNodeId: at(to).id } });
    return { nodes, edges };
  });

describe('the check of a definition', () => {
  it('finds problems in exactly those definitions that break the reference rules', () => {
    let cases = 0;
    let sound = 0;
    fc.assert(
      fc.property(definitions, (definition) => {
        cases += 1;
        const isSound = isPlainlySound(definition);
        if (isSound) sound += 1;
        const problems = check(definition);
        expect([problems, isSound]).toEqual([problems, problems.length === 0]);
      }),
      { numRuns: 1000 },
    );
    // With fewer valid definitions, the test would prove little.
    expect(sound).toBeGreaterThan(cases / 10);
  });

  it('accepts only definitions that compile and run to an end', () => {
    fc.assert(
      fc.property(definitions, fc.integer(), (definition, seed) => {
        if (check(definition).length > 0) return;
        const graph = compileGraph(definition, {
          catalogue: trialCatalogue,
          limits: { ...trialLimits, steps: 200 },
        });
        const script: Script = ({ token: { nodeId, frame, visit } }) => {
          const choice = choiceOf(`${frame} ${nodeId} ${visit}`, seed);
          if (choice % 5 === 0) return { kind: 'failed', error: { code: 'broken', message: 'It failed.' } };
          if (nodeId.startsWith('loop')) return loopOver([1, 2].slice(choice % 3), 2);
          return {
            kind: 'done',
            output: {},
            ...(nodeId.startsWith('cond') && { branch: choice % 2 ? 'true' : 'false' }),
          };
        };
        expect(outcomeOf(runTrial(graph, { script }).state)).not.toBe('running');
      }),
      { numRuns: 1000 },
    );
  });

  it('throws no error for any value', () => {
    const part = fc.anything({ maxDepth: 3 });
    const node = fc.record(
      { id: part, type: fc.constantFrom<unknown>('start', 'loop', 'switch', 7), config: part, onError: part },
      { requiredKeys: [] },
    );
    const edge = fc.record({ id: part, source: part, target: part, label: part }, { requiredKeys: [] });
    const anything = fc.oneof(
      part,
      fc.record({ nodes: fc.oneof(part, fc.array(node)), edges: fc.oneof(part, fc.array(edge)) }),
    );
    fc.assert(
      fc.property(anything, (definition) => {
        for (const { path, message } of check(definition))
          expect([typeof path, typeof message]).toEqual(['string', 'string']);
      }),
    );
  });
});

describe('findCycles', () => {
  it('returns only cycles, and at least one if the graph has any', () => {
    const edges = fc.array(fc.record({ source: fc.nat(9), target: fc.nat(9) }), { maxLength: 25 });
    fc.assert(
      fc.property(edges, (list) => {
        const wiring = { size: 10, edges: list.map((edge) => ({ ...edge, label: undefined })) };
        const cycles = findCycles(wiring);
        const reach = reachOf(10, list);
        expect(cycles.length > 0).toBe(reach.some((reached, node) => reached.has(node)));
        for (const cycle of cycles) {
          cycle.forEach((source, index) => {
            expect(list).toContainEqual({ source, target: cycle[(index + 1) % cycle.length] });
          });
        }
      }),
    );
  });
});

describe('the estimated size of JSON', () => {
  it('is close to the actual size if no characters are escaped', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true }), (value) => {
        const exact = JSON.stringify(value).replaceAll(/\\(?:u....|.)/g, '_').length;
        const size = jsonSize(value as Json);
        expect(size).toBeGreaterThanOrEqual(exact - 1);
        expect(size).toBeLessThanOrEqual(exact * 1.5 + 6);
      }),
    );
  });
});

const compile = (definition: WorkflowDefinition) =>
  compileGraph(definition, { catalogue: trialCatalogue, limits: trialLimits });

describe('a compiled graph', () => {
  it('returns a node by id, with its type and configuration', () => {
    const definition = trialDefinition(['start > a'], { a: { config: { x: 1 } } });
    const node = compile(definition).node('a');
    expect([node.definition, node.type.type, node.config.schema]).toEqual([
      definition.nodes[1],
      'work',
      node.type.config,
    ]);
  });

  it('numbers the branches of a node from 1. Edges refer to nodes by their place, and without a label to branch 0', () => {
    const lines = ['start > condition', 'condition -true> a', 'condition -false> b'];
    const graph = compile(trialDefinition(lines));
    const partsOf = (id: string) => {
      const { branches, skipBranch, incoming, outgoing } = graph.node(id);
      return { branches: [...branches], skipBranch, incoming, outgoing };
    };
    const plain = { branches: [], skipBranch: 0 };
    expect(graph.root.nodes.map(({ id }) => id)).toEqual(['start', 'condition', 'a', 'b']);
    expect(partsOf('start')).toEqual({ ...plain, incoming: [], outgoing: [{ node: 1, branch: 0 }] });
    expect(partsOf('condition')).toEqual({
      branches: [
        ['true', 1],
        ['false', 2],
      ],
      skipBranch: 2,
      incoming: [{ node: 0, branch: 0 }],
      outgoing: [
        { node: 2, branch: 1 },
        { node: 3, branch: 2 },
      ],
    });
    expect(partsOf('a')).toEqual({ ...plain, incoming: [{ node: 1, branch: 1 }], outgoing: [] });
    expect(partsOf('b')).toEqual({ ...plain, incoming: [{ node: 1, branch: 2 }], outgoing: [] });
  });

  it.each<[string, () => unknown, string]>([
    [
      'an unknown node id',
      () => compile(trialDefinition(['start'])).node('__proto__'),
      'The workflow has no node with the id "__proto__".',
    ],
    [
      'a node type that no longer exists',
      () => compile({ nodes: [{ id: 'a', type: 'gone', config: {} }], edges: [] }),
      'The node "a" has the unknown type "gone".',
    ],
    [
      'an edge to an unknown node',
      () => compile({ nodes: [], edges: [{ id: 'e', source: 'a', target: 'b' }] }),
      'An edge or a jump leads to the node "a", which does not exist.',
    ],
    [
      'an expression that does not parse',
      () => compile(trialDefinition(['start > a'], { a: { config: { text: '{{ 1 + }}' } } })),
      'The configuration of node a cannot be read: ',
    ],
  ])('throws definition_invalid for %s', (_name, make, message) => {
    expect(make).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'definition_invalid',
        message: expect.stringContaining(message),
      }),
    );
  });
});

/** A slow reference implementation of the rules of edges, bodies, jumps and reachability. */
function isPlainlySound({ nodes, edges }: WorkflowDefinition): boolean {
  const keys = edges.map(({ source, target, label }) => `${source} ${target} ${label}`);
  if (new Set(keys).size < keys.length || edges.some((edge) => edge.target === 'start0')) return false;
  const place = new Map(nodes.map(({ id }, index) => [id, index]));
  const joined = edges.map((edge) => ({
    label: edge.label,
    source: place.get(edge.source) ?? -1,
    target: place.get(edge.target) ?? -1,
  }));
  const reach = reachOf(nodes.length, joined);
  if (reach.some((reached, node) => reached.has(node))) return false;

  const from = (loop: number, label: string): Set<number> => {
    const first = joined
      .filter((edge) => edge.source === loop && edge.label === label)
      .map((edge) => edge.target);
    return new Set(first.flatMap((node) => [node, ...(reach[node] ?? [])]));
  };
  const loops = nodes.flatMap((node, index) => (node.type === 'loop' ? [index] : []));
  const jumps = nodes.flatMap((node, index) =>
    node.onError?.gotoNodeId === undefined
      ? []
      : [{ source: index, target: place.get(node.onError.gotoNodeId) ?? -1 }],
  );
  // Collect the reachable nodes: those that edges reach from the start, and those that jumps reach from these nodes.
  const reached = new Set([0]);
  for (const node of reached) {
    for (const { source, target } of [...joined, ...jumps]) if (source === node) reached.add(target);
  }
  if (reached.size < nodes.length) return false;
  // The body of a loop contains the nodes that its branch `body` reaches. It also contains the nodes that jumps from
  // the body reach, unless edges from the start reach them.
  const ordinary = new Set([0, ...(reach[0] ?? [])]);
  const bodies = loops.map((loop) => {
    const body = from(loop, 'body');
    for (const node of body) {
      for (const { source, target } of jumps) {
        if (source !== node || ordinary.has(target)) continue;
        for (const more of [target, ...(reach[target] ?? [])]) if (!ordinary.has(more)) body.add(more);
      }
    }
    return { loop, body, done: from(loop, 'done') };
  });
  for (const { loop, body, done } of bodies) {
    if ([...body].some((node) => done.has(node)) || body.has(loop)) return false;
    const entersWrongly = joined.some(
      ({ source, target, label }) =>
        body.has(target) !== body.has(source) && !(source === loop && label === 'body'),
    );
    if (entersWrongly || jumps.some(({ source, target }) => body.has(source) !== body.has(target)))
      return false;
  }
  return true;
}

function reachOf(size: number, edges: readonly { source: number; target: number }[]): Set<number>[] {
  return Array.from({ length: size }, (_, from) => {
    const reached = new Set(edges.filter((edge) => edge.source === from).map((edge) => edge.target));
    for (const node of reached) for (const edge of edges) if (edge.source === node) reached.add(edge.target);
    return reached;
  });
}
