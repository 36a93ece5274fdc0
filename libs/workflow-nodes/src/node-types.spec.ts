import Ajv from 'ajv';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type NodePorts,
  type NodeType,
} from '@app/workflow-engine';
import { ACCEPTING } from '../../../test/factories/node-trial';
import { describeNode } from './describe-node';
import { nodeCatalogue, nodeTypes } from './node-types';

/** In strict mode, a keyword that neither JSON Schema nor the engine defines is an error. */
const schemas = () =>
  new Ajv({
    strict: true,
    allowUnionTypes: true,
    keywords: ['x-condition', 'x-expression', 'x-reference', 'x-verbatim'],
  });
/** The ports that have no effects outside of the execution. */
const READING = new Set<keyof NodePorts>(['readings', 'energy', 'recall', 'waits']);
const named = nodeTypes.map((node): [string, NodeType] => [node.type, node]);

describe('the node types', () => {
  it('are exactly the listed types', () => {
    expect(nodeTypes.map(({ type, category }) => `${category} ${type}`)).toEqual([
      'trigger start',
      'control end',
      'condition condition',
      'condition switch',
      'control loop',
      'control parallel',
      'control delay',
      'control wait_for',
      'action run_workflow',
      'action respond',
      'action http_request',
      'action database',
      'action email',
      'action read_point',
      'action read_history',
      'action read_energy',
      'action set_point',
      'action lighting',
      'action create_alert',
      'action clear_alert',
      'action create_fault',
      'action update_fault',
      'action create_work_order',
      'action update_work_order',
      'action export',
      'action report',
      'action variable',
      'action remember',
      'action recall',
    ]);
    expect([...nodeCatalogue.keys()]).toEqual(nodeTypes.map(({ type }) => type));
  });

  it.each(named)('have a description: %s', (_, node) => {
    expect(node.type).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(node.name).toMatch(/^[A-Z]/);
    expect(node.description).toMatch(/^[A-Z].+\.$/s);
  });

  it.each(named)('follow one of their own branches if they fail and are skipped: %s', (_, node) => {
    expect(node.branches?.({}) ?? [undefined]).toContain(node.branchWhenSkipped);
  });

  it.each(named)('have a dry run and a writing port if, and only if, they have effects: %s', (_, node) => {
    const hasDryRun = node.rehearse !== undefined || node.runsInDryRun?.({}) === true;
    expect(hasDryRun).toBe(node.acts);
    expect(node.needs.some((need) => !READING.has(need))).toBe(node.acts);
  });
});

describe('describeNode', () => {
  it.each(named)('describes %s in valid JSON Schema', (_, node) => {
    const { configSchema, inputs, outputs } = describeNode(node);
    expect(() => schemas().compile(configSchema)).not.toThrow();
    for (const { name, schema } of [...inputs, ...outputs]) {
      expect([name, schemas().validateSchema(schema)]).toEqual([name, true]);
      expect(() => schemas().compile(schema)).not.toThrow();
    }
    expect(JSON.parse(JSON.stringify(describeNode(node)))).toEqual(describeNode(node));
  });

  it.each(named)('returns a title, a description and a valid example for each input of %s', (_, node) => {
    for (const { name, description, schema } of describeNode(node).inputs) {
      expect([name, schema]).toEqual([
        name,
        expect.objectContaining({ title: expect.stringMatching(/^[A-Z]/) }),
      ]);
      expect(description).toMatch(/^[A-Z].+\.$/s);
      const fits = schemas().compile(schema);
      const examples = [...((schema.examples as unknown[] | undefined) ?? []), schema.default];
      const wrong = examples.filter(
        (example) => example !== undefined && !isTemplate(example) && !fits(example),
      );
      expect([name, wrong]).toEqual([name, []]);
    }
  });

  it.each(named)('lists no output of %s that is an object without fields', (_, node) => {
    const empty = node.outputs.flatMap(({ schema }) => objectsIn(schema)).filter(hasNoFields);
    expect(empty).toEqual([]);
  });

  it('returns the type and the parts of a field, and whether the field is required', () => {
    const inputs = describeNode(typeOf('set_point')).inputs;
    expect(inputs.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['code', 'string', true],
      ['value', 'any', true],
      ['verify', 'boolean', false],
      ['tolerance', 'number', false],
      ['maxStep', 'number', false],
      ['maxRatePerMinute', 'number', false],
      ['revertAfterMs', 'number', false],
    ]);
    expect(describeNode(typeOf('loop')).inputs.map(({ name, type }) => [name, type])).toEqual([
      ['items', 'array'],
      ['itemVariable', 'string'],
      ['concurrency', 'number'],
    ]);
    const method = describeNode(typeOf('http_request')).inputs[0];
    expect(method).toMatchObject({ name: 'method', type: 'string', required: false });
    expect(describeNode(typeOf('database')).outputs.map(({ name, type }) => [name, type])).toEqual([
      ['rows', 'array'],
      ['rowCount', 'number'],
    ]);
  });

  it.each<[string, Partial<ReturnType<typeof describeNode>>]>([
    ['start', { category: 'trigger', branches: [], branchesFrom: null, acts: false, lowestRole: 'engineer' }],
    ['condition', { branches: ['true', 'false'], branchesFrom: null }],
    ['switch', { branches: ['default'], branchesFrom: 'cases[].label' }],
    ['loop', { branches: ['body', 'done'] }],
    ['database', { acts: true, lowestRole: 'admin' }],
    ['set_point', { acts: true, lowestRole: 'engineer' }],
  ])('describes the branches of %s, its effects and its lowest role', (type, expected) => {
    expect(describeNode(typeOf(type))).toMatchObject(expected);
  });

  it('lists the outputs that the dry run of a node returns', async () => {
    const configs: Record<string, JsonObject> = {
      http_request: { url: 'https://example.org' },
      database: { query: 'SELECT 1' },
      email: { to: 'ada@example.org', subject: 'Subject', body: 'Text' },
      set_point: { code: 'P1', value: 1 },
      respond: { status: 200 },
      report: { planId: 3 },
    };
    const tickets = { check: () => Promise.resolve() };
    const ports = {
      ...Object.fromEntries(nodeTypes.flatMap(({ needs }) => needs.map((need) => [need, ACCEPTING]))),
      mail: { ...ACCEPTING, hasServer: () => Promise.resolve(true) },
      tickets: { faults: tickets, workOrders: tickets },
    } as unknown as NodePorts;
    const step = { ports, nowMs: 0 };
    for (const node of nodeTypes.filter((one) => one.rehearse !== undefined)) {
      const output = (await node.rehearse?.(configs[node.type] ?? {}, () => undefined, step)) ?? {};
      const fitting = node.outputs.filter(({ name, schema }) => schemas().compile(schema)(output[name]));
      expect(fitting).toEqual(node.outputs);
    }
  });
});

function typeOf(name: string): NodeType {
  const found = nodeCatalogue.get(name);
  if (!found) throw new Error(`There is no node type ${name}.`);
  return found;
}

function hasNoFields({ properties }: JsonObject): boolean {
  return isJsonObject(properties) && Object.keys(properties).length === 0;
}

/** Returns the value and all objects in it. */
function objectsIn(value: Json | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

function isTemplate(example: unknown): boolean {
  return JSON.stringify(example).includes('{{');
}
