import { Type } from '@sinclair/typebox';
import { trialCatalogue, trialDefinition } from '../../../../test/factories/trial-execution';
import { expressionField } from '../config/config-field';
import { catalogueOf, defineNode } from '../define-node';
import type { NodeDefinition, Problem, WorkflowDefinition } from '../definition';
import type { Json } from '../json';
import { checkDefinition, definitionCheck } from './check-definition';

const limits = {
  nodes: 500,
  characters: 1_000_000,
  branches: 50,
  depth: 3,
  retries: 10,
  retryDelayMs: 3_600_000,
};

const call = defineNode({
  type: 'call',
  name: 'Call',
  description: '',
  category: 'action',
  config: Type.Object({
    url: Type.String({ maxLength: 100 }),
    tries: Type.Optional(Type.Integer()),
    when: Type.Optional(expressionField(Type.Boolean())),
  }),
  outputs: [],
  needs: [],
  acts: false,
  check: ({ url }) => (url === 'ftp://x' ? [{ path: 'url', message: 'must be http' }] : []),
  run: () => ({ kind: 'done', output: {} }),
});

const hasty = defineNode({
  ...call,
  type: 'hasty',
  config: Type.Object({}, { additionalProperties: true }),
  branches: (config) => (config['cases'] as { label: string }[]).map(({ label }) => label),
  branchWhenSkipped: 'a',
  check: (config) =>
    (config['cases'] as string[]).length > 9 ? [{ path: '', message: 'has too much' }] : [],
});

const catalogue = catalogueOf([...trialCatalogue.values(), call, hasty]);

function check(definition: unknown, changed: Partial<typeof limits> = {}): Problem[] {
  return checkDefinition(definition as WorkflowDefinition, { catalogue, limits: { ...limits, ...changed } });
}

function told(definition: unknown, changed: Partial<typeof limits> = {}): string[] {
  return check(definition, changed).map(({ path, message }) => `${path} ${message}`);
}

/** `start > a`, with further fields of `a`. */
function withNode(a: Partial<Record<keyof NodeDefinition, unknown>>): unknown {
  const { nodes, edges } = trialDefinition(['start > a']);
  return { nodes: nodes.map((node) => (node.id === 'a' ? { ...node, ...a } : node)), edges };
}

function withEdge(edge: unknown, lines = ['start > a', 'a > b']): unknown {
  const { nodes, edges } = trialDefinition(lines);
  return { nodes, edges: [...edges, edge] };
}

const lines = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index));

describe('a valid definition', () => {
  const sound: Record<string, unknown> = {
    'a start alone': trialDefinition(['start']),
    'two joined nodes': trialDefinition(['start > a']),
    'a diamond': trialDefinition(['start > a', 'start > b', 'a > c', 'b > c']),
    'branches that meet, and a branch without an edge': trialDefinition(
      ['start > condition', 'condition -true> a', 'condition -false> a', 'start > switch', 'switch -x> a'],
      { switch: { config: { labels: ['x'] } } },
    ),
    'loops within loops': trialDefinition([
      'start > loop1',
      'loop1 -body> loop2',
      'loop2 -body> a',
      'a > b',
      'loop2 -body> b',
      'loop2 -done> c',
      'loop1 -done> d',
      'start > d',
    ]),
    'a goto back, forth, to itself and to a node that only it leads to': trialDefinition(
      ['start > a', 'a > b', 'b > c', 'handler > c'],
      {
        a: { onError: { action: 'goto', gotoNodeId: 'start' } },
        b: { onError: { action: 'goto', gotoNodeId: 'handler' } },
        c: { onError: { action: 'retry', retryCount: 10, retryDelayMs: 3_600_000, gotoNodeId: 'c' } },
      },
    ),
    'a goto in a loop to a node with a loop of its own that only it leads to': trialDefinition(
      ['start > loop1', 'loop1 -body> a', 'handler > loop2', 'loop2 -body> b', 'loop2 -done> a2', 'a > a2'],
      { a: { onError: { action: 'goto', gotoNodeId: 'handler' } } },
    ),
    'null where nothing is meant': {
      nodes: [
        { id: 'start', type: 'start', config: null, onError: null },
        {
          id: 'a',
          type: 'work',
          onError: { action: 'skip', retryCount: null, retryDelayMs: null, gotoNodeId: null },
        },
      ],
      edges: [{ id: 'e', source: 'start', target: 'a', label: null }],
    },
    'an empty label where nothing is meant': withEdge({ id: 'e9', source: 'start', target: 'b', label: '' }),
    'an edge whose id is as short as it may be': withEdge({ id: 'e', source: 'start', target: 'b' }),
    'an edge whose id is as long as it may be': withEdge({
      id: 'e'.repeat(200),
      source: 'start',
      target: 'b',
    }),
    'ids of all kinds of characters': {
      nodes: ['start', 'a-b_c.D9', 'constructor', '1', 'x'.repeat(64)].map((id) => ({
        id,
        type: id === 'start' ? id : 'work',
        config: {},
      })),
      edges: ['a-b_c.D9', 'constructor', '1', 'x'.repeat(64)].map((target) => ({
        id: `start → ${target}`,
        source: 'start',
        target,
      })),
    },
    'templates and expressions': withNode({
      type: 'call',
      config: { url: '{{ triggerData.url }}', when: 'variables.on' },
    }),
    'item and index in a loop': trialDefinition(['start > loop', 'loop -body> a'], {
      a: { type: 'call', config: { url: '{{ item.url }}/{{ index }}' } },
    }),
    'as much as there may be': trialDefinition(
      lines(499, (index) => `${index === 0 ? 'start' : `n${index - 1}`} > n${index}`),
    ),
    'as many edges as there may be': trialDefinition(lines(50, (index) => `start > n${index}`)),
    'loops as deep as there may be': trialDefinition([
      'start > loop1',
      'loop1 -body> loop2',
      'loop2 -body> loop3',
      'loop3 -body> a',
    ]),
  };

  it.each(Object.entries(sound))('may be %s', (_name, definition) => {
    expect(check(definition)).toEqual([]);
  });
});

/** The problem of a template, without its location. */
const templateFaults = (url: string) =>
  told(withNode({ type: 'call', config: { url } })).map((text) => text.replace(/^.*character /, ''));

describe('a problem of a definition', () => {
  const loops = ['start > loop', 'loop -body> a', 'a > b', 'loop -done> c'];
  const faults: Record<string, [definition: unknown, problems: string[]]> = {
    'no object': [
      5,
      [
        'nodes must be a list',
        'edges must be a list',
        'nodes must have one node of type start, but has none',
      ],
    ],
    'no lists': [
      { nodes: {}, edges: 'e' },
      [
        'nodes must be a list',
        'edges must be a list',
        'nodes must have one node of type start, but has none',
      ],
    ],
    'no start': [trialDefinition(['a > b']), ['nodes must have one node of type start, but has none']],
    'two starts': [
      trialDefinition(['start > a', 'start2 > a'], { start2: { type: 'start' } }),
      ['nodes[2].type is start, but a workflow has only one start node'],
    ],
    'an edge to the start': [
      trialDefinition(['start > a', 'b > start', 'a > b']),
      [
        'edges[1].target is the start node, which cannot have incoming edges',
        'nodes[0] is on a cycle: start → a → b → start. Only goto may lead back',
      ],
    ],
    'an id of two nodes': [
      {
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'start', type: 'work' },
        ],
        edges: [],
      },
      ['nodes[1].id is also the id of another node: "start"'],
    ],
    'an id of two edges': [
      withEdge({ id: 'e0', source: 'start', target: 'b' }),
      ['edges[2].id is also the id of another edge: "e0"'],
    ],
    'an edge without id': [
      withEdge({ source: 'start', target: 'b' }),
      ['edges[2].id must be a text of 1 to 200 characters, but is nothing'],
    ],
    'an edge with an empty id': [
      withEdge({ id: '', source: 'start', target: 'b' }),
      ['edges[2].id must be a text of 1 to 200 characters, but is ""'],
    ],
    'an edge whose id is too long': [
      withEdge({ id: 'e'.repeat(201), source: 'start', target: 'b' }),
      [`edges[2].id must be a text of 1 to 200 characters, but is "${'e'.repeat(80)}…"`],
    ],
    'an unknown type': [withNode({ type: 'magic' }), ['nodes[1].type is not a node type: "magic"']],
    'a type of no text': [withNode({ type: { a: 1 } }), ['nodes[1].type is not a node type: an object']],
    'an edge from nowhere': [
      withEdge({ id: 'e9', source: 'x', target: 'b' }),
      ['edges[2].source is not the id of a node: "x"'],
    ],
    'an edge to nowhere': [
      withEdge({ id: 'e9', source: 'a', target: 7 }),
      ['edges[2].target is not the id of a node: 7'],
    ],
    'an edge of a node with itself': [
      withEdge({ id: 'e9', source: 'a', target: 'a' }),
      ['edges[2].target is the same node as the source ("a"). Only goto may lead back'],
    ],
    'an edge that is there twice': [
      withEdge({ id: 'e9', source: 'a', target: 'b' }),
      ['edges[2] joins two nodes that another edge joins in the same way'],
    ],
    'an edge that is none': [withEdge(null), ['edges[2] must be an object, but is nothing']],
    'a node that is none': [
      { nodes: [...trialDefinition(['start']).nodes, 'x'], edges: [] },
      ['nodes[1] must be an object, but is "x"'],
    ],
    'a label where there are no branches': [
      trialDefinition(['start > a', 'a -true> b']),
      ['edges[1].label must be omitted: the node "a" has no branches'],
    ],
    'a label that is missing': [
      trialDefinition(['start > condition', 'condition > a']),
      ['edges[1].label is missing: the node "condition" has the branches true, false'],
    ],
    'a label that no branch has': [
      trialDefinition(['start > switch', 'switch -y> a'], { switch: { config: { labels: ['x'] } } }),
      ['edges[1].label is not a branch of the node "switch", which has x, default'],
    ],
    'a label that no branch has, of a node with branches without a name': [
      trialDefinition(['start > switch', 'switch -y> a'], { switch: { config: { labels: ['x', '', 5] } } }),
      ['edges[1].label is not a branch of the node "switch", which has x, default'],
    ],
    'a label that is no text': [
      withEdge({ id: 'e9', source: 'start', target: 'b', label: 5 }),
      ['edges[2].label must be a text, but is 5'],
    ],
    'a cycle': [
      trialDefinition(['start > a', 'a > b', 'b > c', 'c > a', 'c > d']),
      ['nodes[1] is on a cycle: a → b → c → a. Only goto may lead back'],
    ],
    'two cycles': [
      trialDefinition(['start > a', 'a > b', 'b > a', 'start > c', 'c > d', 'd > c']),
      [
        'nodes[1] is on a cycle: a → b → a. Only goto may lead back',
        'nodes[3] is on a cycle: c → d → c. Only goto may lead back',
      ],
    ],
    'a body that leads back to its loop': [
      trialDefinition(['start > loop', 'loop -body> a', 'a > loop']),
      ['nodes[1] is on a cycle: loop → a → loop. Only goto may lead back'],
    ],
    'a node that nothing leads to': [
      trialDefinition(['start > a', 'b > c']),
      ['b', 'c'].map(
        (id, index) =>
          `nodes[${2 + index}] is never reached ("${id}"): neither an edge nor a goto leads there from the start`,
      ),
    ],
    'a body that is reached by done': [
      trialDefinition([...loops, 'c > b']),
      [
        'edges[4].target is reached from inside and from outside the body of the loop "loop" ("b"): a body is entered by "body" and left by "done" alone',
      ],
    ],
    'a body that leads out': [
      trialDefinition([...loops, 'b > c']),
      [
        'edges[4].target is reached from inside and from outside the body of the loop "loop" ("c"): a body is entered by "body" and left by "done" alone',
      ],
    ],
    'a body that is entered from outside': [
      trialDefinition([...loops, 'start > d', 'd > b']),
      [
        'edges[2].target is reached from inside and from outside the body of the loop "loop" ("b"): a body is entered by "body" and left by "done" alone',
      ],
    ],
    'bodies of two loops that meet': [
      trialDefinition(['start > loop1', 'start > loop2', 'loop1 -body> a', 'loop2 -body> a']),
      [
        'edges[3].target is reached from inside and from outside the body of the loop "loop1" ("a"): a body is entered by "body" and left by "done" alone',
      ],
    ],
    'a goto out of its loop': [
      trialDefinition(loops, { b: { onError: { action: 'goto', gotoNodeId: 'c' } } }),
      [
        'nodes[3].onError.gotoNodeId leads into or out of the body of a loop (from "b" to "c"): a goto stays within it',
      ],
    ],
    'a goto to the loop around it': [
      trialDefinition(loops, { b: { onError: { action: 'goto', gotoNodeId: 'loop' } } }),
      [
        'nodes[3].onError.gotoNodeId leads into or out of the body of a loop (from "b" to "loop"): a goto stays within it',
      ],
    ],
    'a goto into a loop, once all tries have failed': [
      trialDefinition(loops, { c: { onError: { action: 'retry', gotoNodeId: 'a' } } }),
      [
        'nodes[4].onError.gotoNodeId leads into or out of the body of a loop (from "c" to "a"): a goto stays within it',
      ],
    ],
    'a handler of nothing': [
      withNode({ onError: {} }),
      ['nodes[1].onError.action must be one of retry, skip, abort, goto, but is nothing'],
    ],
    'a handler that is none': [
      withNode({ onError: 'skip' }),
      ['nodes[1].onError must be an object, but is "skip"'],
    ],
    'an unknown action': [
      withNode({ onError: { action: 'ignore' } }),
      ['nodes[1].onError.action must be one of retry, skip, abort, goto, but is "ignore"'],
    ],
    'a goto to nowhere said': [
      withNode({ onError: { action: 'goto' } }),
      ['nodes[1].onError.gotoNodeId is missing: give the id of the node to jump to'],
    ],
    'a goto to no node': [
      withNode({ onError: { action: 'goto', gotoNodeId: 'x' } }),
      ['nodes[1].onError.gotoNodeId is not the id of a node: "x"'],
    ],
    'numbers of a handler that are out of bounds': [
      withNode({ onError: { action: 'retry', retryCount: 1e9, retryDelayMs: -1 } }),
      [
        'nodes[1].onError.retryCount must be a whole number from 0 to 10, but is 1000000000',
        'nodes[1].onError.retryDelayMs must be a whole number from 0 to 3600000, but is -1',
      ],
    ],
    'numbers of a handler that are none': [
      withNode({ onError: { action: 'skip', retryCount: '3', retryDelayMs: 1.5 } }),
      [
        'nodes[1].onError.retryCount must be a whole number from 0 to 10, but is "3"',
        'nodes[1].onError.retryDelayMs must be a whole number from 0 to 3600000, but is 1.5',
      ],
    ],
    'a field that is missing': [withNode({ type: 'call', config: {} }), ['nodes[1].config.url is missing']],
    'no configuration where one is needed': [
      withNode({ type: 'call', config: undefined }),
      ['nodes[1].config.url is missing'],
    ],
    'a configuration that is none': [
      withNode({ config: [1] }),
      ['nodes[1].config must be an object, but is a list'],
    ],
    'what the type itself finds': [
      withNode({ type: 'call', config: { url: 'ftp://x' } }),
      ['nodes[1].config.url must be http'],
    ],
    'a configuration that its type cannot stand': [
      withNode({ type: 'hasty', config: {} }),
      ['nodes[1].config cannot be checked'],
    ],
    'more nodes than there may be': [
      trialDefinition(lines(500, (index) => `${index === 0 ? 'start' : `n${index - 1}`} > n${index}`)),
      ['nodes has 501 nodes; the maximum is 500'],
    ],
    'more edges than there may be': [
      trialDefinition(lines(51, (index) => `start > n${index}`)),
      ['nodes[0] has 51 outgoing edges ("start"); the maximum is 50'],
    ],
    'loops that are too deep': [
      trialDefinition([
        'start > loop1',
        'loop1 -body> loop2',
        'loop2 -body> loop3',
        'loop3 -body> loop4',
        'loop4 -body> loop5',
        'loop5 -body> a',
      ]),
      ['nodes[4] is a loop ("loop4") inside of 3 loops; the maximum nesting depth is 3'],
    ],
  };

  it.each(Object.entries(faults))('%s', (_name, [definition, problems]) => {
    expect(told(definition).toSorted()).toEqual(problems.toSorted());
  });

  it.each(['', 'a b', 'a/b', 'a[0]', 'ä', '__proto__', 'x'.repeat(65), 7, null, undefined, {}])(
    'is reported for a node with the id %j',
    (id) => {
      const problems = check({
        nodes: [
          { id: 'start', type: 'start' },
          { id, type: 'work' },
        ],
        edges: [],
      });
      expect(problems[0]?.path).toBe('nodes[1].id');
      expect(problems[0]?.message).toMatch(/^must be 1 to 64 letters, digits, "_", "-" or ".", but is /);
    },
  );

  it('is reported for unknown names in expressions outside of loops too', () => {
    const paths = check(
      withNode({ type: 'call', config: { url: '{{ item }}', tries: 'x', when: '1 +' } }),
    ).map(({ path }) => path);
    expect(paths).toEqual(['nodes[1].config.url', 'nodes[1].config.tries', 'nodes[1].config.when']);
  });

  describe('about an unknown node in an expression', () => {
    it.each([
      [
        'a property',
        '{{ nodeOutputs.strat.x }}',
        '16: There is no "strat" in nodeOutputs; there are start, a.',
      ],
      ['an optional one', '{{ nodeOutputs?.strat ?? 1 }}', 'strat'],
      ['a literal name', "{{ nodeOutputs['strat'] }}", 'strat'],
      ['a literal name in brackets', "{{ (nodeOutputs)[('strat')] }}", 'strat'],
      ['in a function', '{{ [1].map(x => x + nodeOutputs.strat) }}', 'strat'],
      ['in a longer text', 'a {{ nodeOutputs.a }} b {{ nodeOutputs.b }}', 'b'],
    ])('is reported: %s', (_, url, message) => {
      const problems = templateFaults(url);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(message);
    });

    it.each([
      '{{ nodeOutputs.start }}',
      "{{ nodeOutputs['a'] }}",
      "{{ nodeOutputs['st' + 'rat'] }}",
      '{{ nodeOutputs[variables.name] }}',
      '{{ nodeOutputs[`strat`] }}',
      '{{ [{ strat: 1 }].map(nodeOutputs => nodeOutputs.strat) }}',
      '{{ variables.strat + triggerData.strat }}',
    ])('is not reported for %s', (url) => {
      expect(templateFaults(url)).toEqual([]);
    });

    it('lists at most twenty nodes', () => {
      const many = Array.from({ length: 30 }, (_, index) => `start > n${index}`);
      const definition = trialDefinition(many, {
        n0: { type: 'call', config: { url: '{{ nodeOutputs.x }}' } },
      });
      expect(told(definition, { branches: 30 })[0]).toMatch(/there are start, (n\d+, ){19}…\.$/);
    });
  });

  it('is found by a check that pauses once per expression', () => {
    const config = { url: '{{ 1 }} {{ 2 + }} {{ 3 }}', tries: '{{ 4 }}', when: 'true' };
    const steps = definitionCheck(withNode({ type: 'call', config }) as WorkflowDefinition, {
      catalogue,
      limits,
    });
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    expect(pauses).toBe(4);
    expect(step.value).toHaveLength(1);
  });

  it('is reported together with all other problems', () => {
    const { nodes, edges } = trialDefinition(['start > a', 'a > b', 'b > a', 'a > x'], {
      a: { type: 'call', onError: { action: 'retry', retryCount: 11 } },
    });
    const problems = check({ nodes: nodes.filter((node) => node.id !== 'x'), edges });
    expect(problems.map(({ path }) => path)).toEqual([
      'nodes[1].onError.retryCount',
      'edges[3].target',
      'nodes[1]',
      'nodes[1].config.url',
    ]);
  });
});

const nested = (depth: number): Json => {
  let value: Json = 'x';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

describe('a hostile definition', () => {
  const parsed = JSON.parse(
    '{"nodes": [{"__proto__": {"id": "start", "type": "start"}}], "edges": [{"__proto__": null}]}',
  ) as unknown;

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['lists of anything', { nodes: [null, 1, 'x', [], {}], edges: [null, 1, 'x', [], {}] }],
    ['prototypes', parsed],
    [
      'ids that objects have',
      {
        nodes: [{ id: 'toString', type: 'constructor' }],
        edges: [{ id: 'x', source: 'valueOf', target: '__proto__' }],
      },
    ],
    [
      'a handler of odd things',
      withNode({ onError: { action: ['goto'], gotoNodeId: { a: 1 }, retryCount: [], retryDelayMs: NaN } }),
    ],
  ])('of %s is reported as invalid without an exception', (_name, definition) => {
    expect(check(definition).length).toBeGreaterThan(0);
  });

  it.each([300, 100_000])('nested %s levels deep is refused', (depth) => {
    expect(told(withNode({ config: { deep: nested(depth) } }))).toEqual([
      ' The definition is nested too deeply.',
    ]);
  });

  it('that is too long is refused without being checked', () => {
    expect(told(withNode({ config: { text: 'x'.repeat(5_000_000) } }))).toEqual([
      ' The definition has more than 1000000 characters as JSON.',
    ]);
  });

  it('reports at most 200 problems', () => {
    expect(check({ nodes: lines(100_000, () => ''), edges: [] })).toHaveLength(200);
  });

  // The time limits leave room for a busy machine. A check that takes more than linear time would need minutes.
  it.each<[string, WorkflowDefinition]>([
    [
      'a chain',
      trialDefinition(lines(2000, (index) => `${index === 0 ? 'start' : `n${index}`} > n${index + 1}`)),
    ],
    [
      'a cycle',
      trialDefinition([
        ...lines(2000, (index) => `${index === 0 ? 'start' : `n${index}`} > n${index + 1}`),
        'n2000 > n1',
      ]),
    ],
    [
      'loops',
      trialDefinition(
        lines(2000, (index) => (index === 0 ? 'start > loop1' : `loop${index} -body> loop${index + 1}`)),
      ),
    ],
    [
      'gotos',
      trialDefinition(
        lines(2000, (index) => `start > n${index}`),
        Object.fromEntries(
          lines(2000, (index) => `n${index}`).map((id, index) => [
            id,
            { onError: { action: 'goto', gotoNodeId: `n${(index * 7) % 2000}` } as const },
          ]),
        ),
      ),
    ],
    [
      'edges',
      trialDefinition(
        lines(
          40_000,
          (index) => `${index < 200 ? 'start' : `n${Math.floor(index / 200) - 1}`} > n${200 + (index % 200)}`,
        ),
      ),
    ],
  ])('of very many %s is checked quickly', (_name, definition) => {
    const before = performance.now();
    check(definition, { characters: 10_000_000 });
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
