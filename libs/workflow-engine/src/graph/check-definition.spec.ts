import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { trialCatalogue, trialDefinition } from '../../../../test/factories/trial-execution';
import { expressionField } from '../config/config-field';
import { catalogueOf, defineNode } from '../define-node';
import type { Problem, WorkflowDefinition } from '../definition';
import type { Json, JsonObject } from '../json';
import { finished } from '../finished';
import { definitionCheck } from './check-definition';

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
  check: ({ url }) => (url === 'ftp://x' ? [{ path: 'url', ...say('wrong_type', { wanted: 'http' }) }] : []),
  run: () => ({ kind: 'done', output: {} }),
});

const hasty = defineNode({
  ...call,
  type: 'hasty',
  config: Type.Object({}, { additionalProperties: true }),
  branches: (config) => (config['cases'] as { label: string }[]).map(({ label }) => label),
  branchWhenSkipped: 'a',
  check: (config) =>
    (config['cases'] as string[]).length > 9 ? [{ path: '', ...say('too_many_items', { most: 9 }) }] : [],
});

const described = (name: string, schema: JsonObject) => ({
  name,
  type: 'any',
  required: true,
  description: '',
  schema,
});
const weather = defineNode({
  ...call,
  type: 'weather',
  outputs: [
    described('status', { type: 'integer' }),
    described('body', {}),
    described('headers', { type: 'object', patternProperties: { '.*': {} } }),
    described('wind', { type: 'object', properties: { speed: {}, from: {} } }),
    described('open', { type: 'object', properties: { a: {} }, additionalProperties: true }),
    described('days', { type: 'array', items: { type: 'object', properties: { high: {} } } }),
  ],
});

const waitFor = defineNode({
  ...call,
  type: 'wait_for',
  config: Type.Object({ call: Type.Optional(Type.Boolean()) }),
  waitsForCall: (config) => config['call'] === true,
  check: undefined,
});

const catalogue = catalogueOf([...trialCatalogue.values(), call, hasty, weather, waitFor]);

function check(definition: unknown, changed: Partial<typeof limits> = {}): Problem[] {
  const options = { catalogue, limits: { ...limits, ...changed } };
  return finished(definitionCheck(definition as WorkflowDefinition, options));
}

function told(definition: unknown, changed: Partial<typeof limits> = {}): string[] {
  return check(definition, changed).map(({ path, message }) => `${path} ${message}`);
}

/** The definition `start > a`, with additional fields for `a`. */
function withNode(a: object): unknown {
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
    'only a start node': trialDefinition(['start']),
    'two connected nodes': trialDefinition(['start > a']),
    'a diamond': trialDefinition(['start > a', 'start > b', 'a > c', 'b > c']),
    'branches that join, and a branch without an edge': trialDefinition(
      ['start > condition', 'condition -true> a', 'condition -false> a', 'start > switch', 'switch -x> a'],
      { switch: { config: { labels: ['x'] } } },
    ),
    'nested loops': trialDefinition([
      'start > loop1',
      'loop1 -body> loop2',
      'loop2 -body> a',
      'a > b',
      'loop2 -body> b',
      'loop2 -done> c',
      'loop1 -done> d',
      'start > d',
    ]),
    'a goto to an earlier node, to the node itself, and to a node that only a goto reaches': trialDefinition(
      ['start > a', 'a > b', 'b > c', 'handler > c'],
      {
        a: { onError: { action: 'goto', gotoNodeId: 'start' } },
        b: { onError: { action: 'goto', gotoNodeId: 'handler' } },
        c: { onError: { action: 'retry', retryCount: 10, retryDelayMs: 3_600_000, gotoNodeId: 'c' } },
      },
    ),
    'a goto in a loop to a node and an inner loop that only the goto reaches': trialDefinition(
      ['start > loop1', 'loop1 -body> a', 'handler > loop2', 'loop2 -body> b', 'loop2 -done> a2', 'a > a2'],
      { a: { onError: { action: 'goto', gotoNodeId: 'handler' } } },
    ),
    'null for omitted fields': {
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
    'an empty label on an edge without a branch': withEdge({
      id: 'e9',
      source: 'start',
      target: 'b',
      label: '',
    }),
    'an edge id of the minimum length': withEdge({ id: 'e', source: 'start', target: 'b' }),
    'an edge id of the maximum length': withEdge({
      id: 'e'.repeat(200),
      source: 'start',
      target: 'b',
    }),
    'ids with all allowed kinds of characters': {
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
    'the names item and index in a loop': trialDefinition(['start > loop', 'loop -body> a'], {
      a: { type: 'call', config: { url: '{{ item.url }}/{{ index }}' } },
    }),
    'the maximum number of nodes': trialDefinition(
      lines(499, (index) => `${index === 0 ? 'start' : `n${index - 1}`} > n${index}`),
    ),
    'the maximum number of outgoing edges': trialDefinition(lines(50, (index) => `start > n${index}`)),
    'loops of the maximum nesting depth': trialDefinition([
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

/** The problems of a definition in which a node has this template as its URL, without their locations. */
const templateFaults = (url: string) =>
  told(withNode({ type: 'call', config: { url } })).map((text) => text.replace(/^.*character /, ''));

/** The problems of a definition with two nodes: `sky`, and after it a node that calls this URL. */
const skyFaults = (url: string) =>
  told(
    trialDefinition(['start > sky', 'sky > a'], {
      sky: { type: 'weather', config: { url: '' } },
      a: { type: 'call', config: { url } },
    }),
  );

/** A start node, and behind it a cycle of nodes. */
const cycleOf = (count: number) =>
  trialDefinition([
    'start > n0',
    ...Array.from({ length: count }, (_, index) => `n${index} > n${(index + 1) % count}`),
  ]);

describe('a problem of a definition', () => {
  const loops = ['start > loop', 'loop -body> a', 'a > b', 'loop -done> c'];
  const innerLoop = ['start > loop1', 'loop1 -body> loop2', 'loop2 -body> a', 'loop2 -done> b'];
  const faults: Record<string, [definition: unknown, problems: string[]]> = {
    'a definition that is not an object': [
      5,
      [
        'nodes must be a list',
        'edges must be a list',
        'nodes must have one node of type start, but has none',
      ],
    ],
    'nodes and edges that are not lists': [
      { nodes: {}, edges: 'e' },
      [
        'nodes must be a list',
        'edges must be a list',
        'nodes must have one node of type start, but has none',
      ],
    ],
    'a missing start node': [
      trialDefinition(['a > b']),
      ['nodes must have one node of type start, but has none'],
    ],
    'a second start node': [
      trialDefinition(['start > a', 'start2 > a'], { start2: { type: 'start' } }),
      ['nodes[2].type is start, but a workflow has only one start node'],
    ],
    'an edge to the start node': [
      trialDefinition(['start > a', 'b > start', 'a > b']),
      [
        'edges[1].target is the start node, which cannot have incoming edges',
        'nodes[0] is on a cycle: start → a → b → start. Only goto may lead back',
      ],
    ],
    'two nodes with the same id': [
      {
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'start', type: 'work' },
        ],
        edges: [],
      },
      ['nodes[1].id is also the id of another node: "start"'],
    ],
    'two edges with the same id': [
      withEdge({ id: 'e0', source: 'start', target: 'b' }),
      ['edges[2].id is also the id of another edge: "e0"'],
    ],
    'an edge without an id': [
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
    'an unknown node type': [withNode({ type: 'magic' }), ['nodes[1].type is not a node type: "magic"']],
    'a misspelt node type': [
      withNode({ type: 'strat' }),
      ['nodes[1].type is not a node type: "strat"; did you mean start?'],
    ],
    'an unknown field of a node': [
      withNode({ onErorr: { action: 'skip' } }),
      ['nodes[1].onErorr is not a known field; did you mean onError?'],
    ],
    'an unknown field of an error handler': [
      withNode({ onError: { action: 'retry', times: 3 } }),
      ['nodes[1].onError.times is not a known field; there are action, retryCount, retryDelayMs, gotoNodeId'],
    ],
    'an unknown field of an edge': [
      withEdge({ id: 'e9', source: 'start', target: 'b', lable: 'true' }),
      ['edges[2].lable is not a known field; did you mean label?'],
    ],
    'a node type that is not a text': [
      withNode({ type: { a: 1 } }),
      ['nodes[1].type is not a node type: an object'],
    ],
    'an edge from an unknown node': [
      withEdge({ id: 'e9', source: 'x', target: 'b' }),
      ['edges[2].source is not the id of a node: "x"'],
    ],
    'an edge to an unknown node': [
      withEdge({ id: 'e9', source: 'a', target: 7 }),
      ['edges[2].target is not the id of a node: 7'],
    ],
    'an edge from a node to itself': [
      withEdge({ id: 'e9', source: 'a', target: 'a' }),
      ['edges[2].target is the same node as the source ("a"). Only goto may lead back'],
    ],
    'a duplicate edge': [
      withEdge({ id: 'e9', source: 'a', target: 'b' }),
      ['edges[2] connects the same two nodes as another edge, on the same branch'],
    ],
    'an edge that is null': [withEdge(null), ['edges[2] must be an object, but is nothing']],
    'a node that is not an object': [
      { nodes: [...trialDefinition(['start']).nodes, 'x'], edges: [] },
      ['nodes[1] must be an object, but is "x"'],
    ],
    'a label on an edge of a node without branches': [
      trialDefinition(['start > a', 'a -true> b']),
      ['edges[1].label must be omitted: the node "a" has no branches'],
    ],
    'a missing label': [
      trialDefinition(['start > condition', 'condition > a']),
      ['edges[1].label is missing: the node "condition" has the branches true, false'],
    ],
    'an unknown label': [
      trialDefinition(['start > switch', 'switch -y> a'], { switch: { config: { labels: ['x'] } } }),
      ['edges[1].label is not a branch of the node "switch", which has x, default'],
    ],
    'an unknown label on an edge of a node with invalid branch names': [
      trialDefinition(['start > switch', 'switch -y> a'], { switch: { config: { labels: ['x', '', 5] } } }),
      ['edges[1].label is not a branch of the node "switch", which has x, default'],
    ],
    'a label that is not a text': [
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
    'a cycle of ten nodes': [
      cycleOf(10),
      [
        'nodes[1] is on a cycle: n0 → n1 → n2 → n3 → n4 → n5 → n6 → n7 → n8 → n9 → n0. Only goto may lead back',
      ],
    ],
    'a cycle of eleven nodes. Only ten are named': [
      cycleOf(11),
      [
        'nodes[1] is on a cycle: n0 → n1 → n2 → n3 → n4 → n5 → n6 → n7 → n8 → n9 → …. Only goto may lead back',
      ],
    ],
    'an unreachable loop with an edge into its body, which is not a second problem': [
      trialDefinition(['start > a', 'b > loop', 'loop -body> c', 'b > c']),
      ['b', 'loop', 'c'].map(
        (id, index) =>
          `nodes[${2 + index}] is never reached ("${id}"): neither an edge nor a goto leads there from the start`,
      ),
    ],
    'a node that cannot be reached. Its edge to a reached node is not a second problem': [
      trialDefinition(['start > a', 'b > a']),
      ['nodes[2] is never reached ("b"): neither an edge nor a goto leads there from the start'],
    ],
    'a node that cannot be reached. Its goto to a reached node is not a second problem': [
      trialDefinition(['start > a'], { b: { onError: { action: 'goto', gotoNodeId: 'a' } } }),
      ['nodes[2] is never reached ("b"): neither an edge nor a goto leads there from the start'],
    ],
    'an edge from a body back to its loop': [
      trialDefinition(['start > loop', 'loop -body> a', 'a > loop']),
      ['nodes[1] is on a cycle: loop → a → loop. Only goto may lead back'],
    ],
    'nodes that cannot be reached': [
      trialDefinition(['start > a', 'b > c']),
      ['b', 'c'].map(
        (id, index) =>
          `nodes[${2 + index}] is never reached ("${id}"): neither an edge nor a goto leads there from the start`,
      ),
    ],
    'an edge into a body from the branch done': [
      trialDefinition([...loops, 'c > b']),
      [
        'edges[4].target is reached from inside and from outside the body of the loop "loop" ("b"): edges enter a body only by "body" and leave it only by "done"',
      ],
    ],
    'an edge out of a body': [
      trialDefinition([...loops, 'b > c']),
      [
        'edges[4].target is reached from inside and from outside the body of the loop "loop" ("c"): edges enter a body only by "body" and leave it only by "done"',
      ],
    ],
    'an edge into a body from outside of the loop': [
      trialDefinition([...loops, 'start > d', 'd > b']),
      [
        'edges[2].target is reached from inside and from outside the body of the loop "loop" ("b"): edges enter a body only by "body" and leave it only by "done"',
      ],
    ],
    'an edge from an inner body into the body around it': [
      trialDefinition([...innerLoop, 'a > b']),
      [
        'edges[4].target is reached from inside and from outside the body of the loop "loop2" ("b"): edges enter a body only by "body" and leave it only by "done"',
      ],
    ],
    'an edge into an inner body from the body around it': [
      trialDefinition([...innerLoop, 'b > a']),
      [
        'edges[4].target is reached from inside and from outside the body of the loop "loop2" ("a"): edges enter a body only by "body" and leave it only by "done"',
      ],
    ],
    'a node in the bodies of two loops': [
      trialDefinition(['start > loop1', 'start > loop2', 'loop1 -body> a', 'loop2 -body> a']),
      [
        'edges[3].target is reached from inside and from outside the body of the loop "loop1" ("a"): edges enter a body only by "body" and leave it only by "done"',
      ],
    ],
    'a goto out of a loop': [
      trialDefinition(loops, { b: { onError: { action: 'goto', gotoNodeId: 'c' } } }),
      [
        'nodes[3].onError.gotoNodeId leads into or out of the body of a loop (from "b" to "c"): a goto must stay within the body',
      ],
    ],
    'a goto to the enclosing loop': [
      trialDefinition(loops, { b: { onError: { action: 'goto', gotoNodeId: 'loop' } } }),
      [
        'nodes[3].onError.gotoNodeId leads into or out of the body of a loop (from "b" to "loop"): a goto must stay within the body',
      ],
    ],
    'a goto into a loop after all retries have failed': [
      trialDefinition(loops, { c: { onError: { action: 'retry', gotoNodeId: 'a' } } }),
      [
        'nodes[4].onError.gotoNodeId leads into or out of the body of a loop (from "c" to "a"): a goto must stay within the body',
      ],
    ],
    'a handler without an action': [
      withNode({ onError: {} }),
      ['nodes[1].onError.action must be one of retry, skip, abort, goto, but is nothing'],
    ],
    'a handler that is not an object': [
      withNode({ onError: 'skip' }),
      ['nodes[1].onError must be an object, but is "skip"'],
    ],
    'a handler with an unknown action': [
      withNode({ onError: { action: 'ignore' } }),
      ['nodes[1].onError.action must be one of retry, skip, abort, goto, but is "ignore"'],
    ],
    'a goto without a target': [
      withNode({ onError: { action: 'goto' } }),
      ['nodes[1].onError.gotoNodeId is missing: give the id of the node to jump to'],
    ],
    'a goto to an unknown node': [
      withNode({ onError: { action: 'goto', gotoNodeId: 'x' } }),
      ['nodes[1].onError.gotoNodeId is not the id of a node: "x"'],
    ],
    'numbers of a handler that are out of range': [
      withNode({ onError: { action: 'retry', retryCount: 1e9, retryDelayMs: -1 } }),
      [
        'nodes[1].onError.retryCount must be a whole number from 0 to 10, but is 1000000000',
        'nodes[1].onError.retryDelayMs must be a whole number from 0 to 3600000, but is -1',
      ],
    ],
    'numbers of a handler that are not whole numbers': [
      withNode({ onError: { action: 'skip', retryCount: '3', retryDelayMs: 1.5 } }),
      [
        'nodes[1].onError.retryCount must be a whole number from 0 to 10, but is "3"',
        'nodes[1].onError.retryDelayMs must be a whole number from 0 to 3600000, but is 1.5',
      ],
    ],
    'a missing field of a configuration': [
      withNode({ type: 'call', config: {} }),
      ['nodes[1].config.url is missing'],
    ],
    'a missing configuration with required fields': [
      withNode({ type: 'call', config: undefined }),
      ['nodes[1].config.url is missing'],
    ],
    'a configuration that is not an object': [
      withNode({ config: [1] }),
      ['nodes[1].config must be an object, but is a list'],
    ],
    'a problem that the node type finds itself': [
      withNode({ type: 'call', config: { url: 'ftp://x' } }),
      ['nodes[1].config.url must be http'],
    ],
    'a configuration for which the check of the node type throws': [
      withNode({ type: 'hasty', config: {} }),
      ['nodes[1].config cannot be checked'],
    ],
    'too many nodes': [
      trialDefinition(lines(500, (index) => `${index === 0 ? 'start' : `n${index - 1}`} > n${index}`)),
      ['nodes has 501 nodes; the maximum is 500'],
    ],
    'too many outgoing edges of a node': [
      trialDefinition(lines(51, (index) => `start > n${index}`)),
      ['nodes[0] has 51 outgoing edges ("start"); the maximum is 50'],
    ],
    'loops that are nested too deeply': [
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

  it.each(Object.entries(faults))('is reported: %s', (_name, [definition, problems]) => {
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

  it('is reported for each expression with an unknown name, such as `item` outside of a loop', () => {
    const paths = check(
      withNode({ type: 'call', config: { url: '{{ item }}', tries: 'x', when: '1 +' } }),
    ).map(({ path }) => path);
    expect(paths).toEqual(['nodes[1].config.url', 'nodes[1].config.tries', 'nodes[1].config.when']);
  });

  describe('about an unknown node in an expression', () => {
    it.each([
      [
        'as a property',
        '{{ nodeOutputs.strat.x }}',
        '16: There is no "strat" in nodeOutputs. Did you mean start?',
      ],
      ['as an optional property', '{{ nodeOutputs?.strat ?? 1 }}', 'strat'],
      ['as a literal in brackets', "{{ nodeOutputs['strat'] }}", 'strat'],
      ['as a literal in parentheses', "{{ (nodeOutputs)[('strat')] }}", 'strat'],
      ['in a function', '{{ [1].map(x => x + nodeOutputs.strat) }}', 'strat'],
      ['in a longer text', 'a {{ nodeOutputs.a }} b {{ nodeOutputs.b }}', 'b'],
    ])('is reported if the name occurs %s', (_, url, message) => {
      expect(templateFaults(url)).toEqual([expect.stringContaining(message)]);
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

  describe('about an unknown field of an output', () => {
    it.each([
      ['{{ nodeOutputs.sky.bodyy }}', 'There is no "bodyy" in nodeOutputs.sky. Did you mean body?'],
      ["{{ nodeOutputs['sky']['bodyy'].x }}", 'There is no "bodyy" in nodeOutputs.sky'],
      ['{{ nodeOutputs?.sky?.bodyy ?? 1 }}', 'There is no "bodyy" in nodeOutputs.sky'],
      ['{{ (nodeOutputs?.sky).bodyy }}', 'There is no "bodyy" in nodeOutputs.sky'],
      [
        '{{ nodeOutputs.sky.wind.speeed }}',
        'There is no "speeed" in nodeOutputs.sky.wind. Did you mean speed?',
      ],
    ])('is reported: %s', (url, message) => {
      expect(skyFaults(url)).toEqual([expect.stringContaining(message)]);
    });

    it.each([
      '{{ nodeOutputs.sky.body.anything.at.all }}',
      '{{ nodeOutputs.sky.headers.etag }}',
      '{{ nodeOutputs.sky.wind.speed.unit }}',
      '{{ nodeOutputs.sky.open.b }}',
      '{{ nodeOutputs.sky.days.length }}',
      '{{ nodeOutputs.sky.days[0].low }}',
      '{{ nodeOutputs.sky.status.toFixed(1) }}',
      '{{ nodeOutputs.sky.error.code }}',
      '{{ nodeOutputs.sky[variables.name] }}',
      '{{ nodeOutputs[variables.name].bodyy }}',
      '{{ nodeOutputs.start.bodyy }}',
      '{{ [{ sky: {} }].map(nodeOutputs => nodeOutputs.sky.bodyy) }}',
    ])('is not reported for %s', (url) => {
      expect(skyFaults(url)).toEqual([]);
    });
  });

  it('is found by a check that can pause before each expression', () => {
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
    ['undefined', undefined],
    ['null', null],
    ['a list', []],
    ['lists with invalid elements', { nodes: [null, 1, 'x', [], {}], edges: [null, 1, 'x', [], {}] }],
    ['properties named __proto__', parsed],
    [
      'ids with the names of inherited properties',
      {
        nodes: [{ id: 'toString', type: 'constructor' }],
        edges: [{ id: 'x', source: 'valueOf', target: '__proto__' }],
      },
    ],
    [
      'an error handler whose fields have wrong types',
      withNode({ onError: { action: ['goto'], gotoNodeId: { a: 1 }, retryCount: [], retryDelayMs: NaN } }),
    ],
  ])('is reported as invalid without an exception: %s', (_name, definition) => {
    expect(check(definition).length).toBeGreaterThan(0);
  });

  it.each([300, 100_000])('nested %s levels deep is refused', (depth) => {
    expect(told(withNode({ config: { deep: nested(depth) } }))).toEqual([
      ' The definition is nested too deeply.',
    ]);
  });

  it('is refused without further checks if it is too long', () => {
    expect(told(withNode({ config: { text: 'x'.repeat(5_000_000) } }))).toEqual([
      ' The definition has more than 1000000 characters as JSON.',
    ]);
  });

  it('has at most 200 problems reported', () => {
    expect(check({ nodes: lines(100_000, () => ''), edges: [] })).toHaveLength(200);
  });

  // The time limits leave room for a busy machine. A check that takes more than linear time would need minutes.
  it.each<[string, WorkflowDefinition]>([
    [
      'a long chain',
      trialDefinition(lines(2000, (index) => `${index === 0 ? 'start' : `n${index}`} > n${index + 1}`)),
    ],
    [
      'a long cycle',
      trialDefinition([
        ...lines(2000, (index) => `${index === 0 ? 'start' : `n${index}`} > n${index + 1}`),
        'n2000 > n1',
      ]),
    ],
    [
      'many loops',
      trialDefinition(
        lines(2000, (index) => (index === 0 ? 'start > loop1' : `loop${index} -body> loop${index + 1}`)),
      ),
    ],
    [
      'many gotos',
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
      'many edges',
      trialDefinition(
        lines(
          40_000,
          (index) => `${index < 200 ? 'start' : `n${Math.floor(index / 200) - 1}`} > n${200 + (index % 200)}`,
        ),
      ),
    ],
  ])('is checked quickly even if it contains %s', (_name, definition) => {
    const before = performance.now();
    check(definition, { characters: 10_000_000 });
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe('the address of a node that waits for a call', () => {
  const lines = [
    'start > outer',
    'outer -body> in',
    'in > loop',
    'loop -body> deep',
    'outer -done> out',
    'start > no',
  ];
  const wait = { type: 'wait_for', config: { call: true } };
  const extras = {
    outer: { type: 'loop' },
    in: wait,
    deep: wait,
    out: wait,
    no: { type: 'wait_for', config: {} },
  };
  const problemsAt = (line: string, url: string) =>
    check(trialDefinition([...lines, line], { ...extras, ask: { type: 'call', config: { url } } }));

  it.each([
    ['start > ask', 'out'],
    ['in > ask', 'in'],
    ['in > ask', 'out'],
    ['loop -body> ask', 'deep'],
    ['loop -body> ask', 'in'],
    ['loop -body> ask', 'out'],
  ])('can be used in the loop of the node and in inner loops: %s, %s', (line, id) => {
    expect(problemsAt(line, `{{ resumeUrl('${id}') }}`)).toEqual([]);
  });

  it.each([
    ['start > ask', 'in'],
    ['in > ask', 'deep'],
    ['start > ask', 'no'],
    ['start > ask', 'ask'],
    ['start > ask', 'nothing'],
  ])(
    'cannot be used outside of this loop, or for a node that does not wait for a call: %s, %s',
    (line, id) => {
      expect(problemsAt(line, `{{ resumeUrl('${id}') }}`)).toMatchObject([
        {
          path: expect.stringMatching(/config\.url$/),
          message:
            `has an invalid expression at character 14: There is no wait_for node "${id}" with call: ` +
            'true in the same loop or in an enclosing one.',
        },
      ]);
    },
  );

  it.each([
    ['out', []],
    ['lost', []],
    ['in', ['There is no wait_for node "in"']],
  ])('can be used by a node that is never reached, except for nodes in loops: %s', (id, refusals) => {
    const ask = { type: 'call', config: { url: `{{ resumeUrl('${id}') }}` } };
    const definition = trialDefinition([...lines, 'lost > ask'], { ...extras, lost: wait, ask });
    const messages = check(definition).map(({ message }) => message);
    expect(messages.filter((message) => message.startsWith('is never reached'))).toHaveLength(2);
    expect(messages.slice(2)).toEqual(refusals.map((text) => expect.stringContaining(text)));
  });

  it('is checked only at run time if the expression computes the id', () => {
    expect(problemsAt('start > ask', "{{ resumeUrl('o' + 'ut') }}")).toEqual([]);
  });
});
