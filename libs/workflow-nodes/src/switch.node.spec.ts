import type { Json } from '@app/workflow-engine';
import { tryNode } from '../../../test/factories/node-trial';
import { switchNode } from './switch.node';

const CASES = [
  { label: 'one', value: 1 },
  { label: 'text', value: '1' },
  { label: 'yes', value: true },
  { label: 'none', value: null },
  { label: 'limit', value: '{{ variables.limit }}' },
  { label: 'second one', value: 1 },
];

describe('switch', () => {
  it.each<[string, Json, string]>([
    ['1', 1, 'one'],
    ["'1'", '1', 'text'],
    ['true', true, 'yes'],
    ['null', null, 'none'],
    ['triggerData.missing', null, 'none'],
    ['triggerData.value', 27, 'limit'],
    ["'one'", 'one', 'default'],
    ['false', false, 'default'],
    ['0', 0, 'default'],
    ['[1]', [1], 'default'],
  ])('compares %s strictly, in order', async (expression, value, branch) => {
    const options = { scope: { variables: { limit: 27 } }, triggerData: { value: 27 } };
    const { outcome } = await tryNode(switchNode, { expression, cases: CASES }, options);
    expect(outcome).toEqual({ kind: 'done', output: { value, branch }, branch });
  });

  it('has a branch for each case, and a default branch', () => {
    expect(switchNode.branches?.({ expression: '1', cases: CASES })).toEqual([
      ...CASES.map(({ label }) => label),
      'default',
    ]);
    for (const cases of [undefined, null, 'cases', [null, 1, {}, { label: 1 }]]) {
      expect(switchNode.branches?.({ cases } as never)).toContain('default');
    }
  });

  it.each([
    [
      'the same label twice',
      [
        { label: 'a', value: 1 },
        { label: 'a', value: 2 },
      ],
      'cases[1].label',
    ],
    ['the label of the default branch', [{ label: 'default', value: 1 }], 'cases[0].label'],
    ['a label with a template', [{ label: '{{ env.A }}', value: 1 }], 'cases[0].label'],
  ])('rejects %s', (_, cases, path) => {
    expect(switchNode.check?.({ expression: '1', cases })).toMatchObject([
      { path, message: expect.any(String) },
    ]);
  });

  it('does not report problems that the schema already reports', () => {
    expect(switchNode.check?.({ cases: [{}, {}, 1, { label: 'a' }] })).toEqual([]);
  });
});
