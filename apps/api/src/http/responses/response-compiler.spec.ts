import * as fc from 'fast-check';
import { ResponseCompiler } from './response-compiler';

const DEFINITIONS = {
  Node: {
    type: 'object',
    required: ['name', 'parent', 'children'],
    properties: {
      name: { type: 'string', default: 'never written' },
      parent: { type: 'object', nullable: true, allOf: [{ $ref: '#/components/schemas/Node' }] },
      children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      measuredAt: { type: 'string', format: 'date-time' },
    },
  },
};

const aNode = (children: fc.Arbitrary<unknown[]>) =>
  fc.record(
    {
      name: fc.string({ unit: 'grapheme' }),
      parent: fc.option(fc.constant({ name: 'root', parent: null, children: [] })),
      children,
      measuredAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }),
    },
    { requiredKeys: ['name', 'parent', 'children'] },
  );
const leaf = aNode(fc.constant([]));
const tree = aNode(fc.array(aNode(fc.array(leaf, { maxLength: 3 })), { maxLength: 3 }));

describe('ResponseCompiler', () => {
  const write = new ResponseCompiler(DEFINITIONS).compile({ $ref: '#/components/schemas/Node' });

  it('writes valid values like JSON.stringify, also for recursive schemas', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.parse(String(write(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('writes a list of any length like JSON.stringify', () => {
    const schema = { type: 'array', items: { $ref: '#/components/schemas/Node' } };
    const writeList = new ResponseCompiler(DEFINITIONS).compile(schema);
    for (const length of [0, 1, 500, 501, 1000, 1001]) {
      const list = Array.from({ length }, (_, index) => ({
        name: `Büro ${index}`,
        parent: null,
        children: [],
      }));
      expect(String(writeList(list))).toBe(JSON.stringify(list));
    }
    const broken = Array.from({ length: 600 }, (): object => ({ name: 'Node', parent: null, children: [] }));
    broken[599] = { name: 'Node' };
    expect(() => writeList(broken)).toThrow('/599');
  });

  it('inserts no default for a missing value', () => {
    expect(() => write({ parent: null, children: [] })).toThrow("must have required property 'name'");
  });

  it('refuses a schema with an unresolved reference', () => {
    expect(() => new ResponseCompiler({}).compile({ $ref: '#/components/schemas/Gone' })).toThrow('Gone');
    expect(() => new ResponseCompiler({}).compile({ $ref: 'https://elsewhere' })).toThrow('elsewhere');
  });
});
