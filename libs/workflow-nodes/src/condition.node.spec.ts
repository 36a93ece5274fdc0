import { tryNode } from '../../../test/factories/node-trial';
import { conditionNode } from './condition.node';

const ask = (expression: string) =>
  tryNode(conditionNode, { expression }, { triggerData: { value: 27, name: '', list: [] } });

describe('condition', () => {
  it.each<[string, boolean]>([
    ['triggerData.value > 26', true],
    ['triggerData.value > 27', false],
    ['!triggerData.missing', true],
  ])('follows the branch for the value of %s', async (expression, result) => {
    expect(await ask(expression)).toEqual({
      outcome: { kind: 'done', output: { result }, branch: String(result) },
      logs: [],
    });
  });

  it.each<[string, boolean]>([
    ['triggerData.value', true],
    ['triggerData.list', true],
    ["'false'", true],
    ['triggerData.value - 27', false],
    ['triggerData.name', false],
    ['triggerData.missing', false],
    ['null', false],
  ])('converts %s like JavaScript, and logs it', async (expression, result) => {
    const { outcome, logs } = await ask(expression);
    expect(outcome).toMatchObject({ output: { result }, branch: String(result) });
    expect(logs).toEqual([expect.stringContaining(`counts as ${result}`)]);
  });

  it('fails if its expression fails', async () => {
    await expect(ask('triggerData.missing.value > 1')).rejects.toMatchObject({ code: 'expression_failed' });
  });
});
