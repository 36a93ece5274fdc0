import { tryNode } from '../../../test/factories/node-trial';
import { startNode } from './start.node';

describe('start', () => {
  it.each<[string, unknown, unknown]>([
    ['an object unchanged', { room: 'A', readings: [1, 2] }, { room: 'A', readings: [1, 2] }],
    ['a list as a value', [1, 2], { value: [1, 2] }],
    ['a text as a value', 'hello', { value: 'hello' }],
    ['an empty object without trigger data', null, {}],
  ])('outputs %s', async (_, triggerData, output) => {
    const { outcome } = await tryNode(startNode, {}, { triggerData });
    expect(outcome).toEqual({ kind: 'done', output });
  });

  it('logs that its output omits a large payload, which stays available as triggerData', async () => {
    const fits = { text: 'a'.repeat(64 * 1024 - '{"text":""}'.length) };
    const tooLong = { text: `${fits.text}a` };
    expect(await tryNode(startNode, {}, { triggerData: fits })).toEqual({
      outcome: { kind: 'done', output: fits },
      logs: [],
    });
    expect(await tryNode(startNode, {}, { triggerData: tooLong })).toEqual({
      outcome: { kind: 'done', output: {} },
      logs: [expect.stringContaining('triggerData')],
    });
  });
});
