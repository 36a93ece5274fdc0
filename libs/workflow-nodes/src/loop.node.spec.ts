import type { JsonObject } from '@app/workflow-engine';
import { tryNode } from '../../../test/factories/node-trial';
import { loopNode } from './loop.node';

describe('loop', () => {
  const options = { triggerData: { rooms: [{ id: 1 }, { id: 2 }] } };

  it.each<[string, JsonObject, JsonObject]>([
    ['items one after the other', { items: [1, 2] }, { items: [1, 2], concurrency: 1 }],
    ['several items at the same time', { items: [1], concurrency: 10 }, { items: [1], concurrency: 10 }],
    ['an empty list', { items: [] }, { items: [], concurrency: 1 }],
    [
      'the value of an expression, with a variable name',
      { items: '{{ triggerData.rooms }}', itemVariable: 'room' },
      { items: [{ id: 1 }, { id: 2 }], itemVariable: 'room', concurrency: 1 },
    ],
    [
      'items with templates',
      { items: ['{{ triggerData.rooms[1].id }}', 3] },
      { items: [2, 3], concurrency: 1 },
    ],
  ])('iterates over %s', async (_, config, outcome) => {
    expect((await tryNode(loopNode, config, options)).outcome).toEqual({ kind: 'iterate', ...outcome });
  });

  it.each<[string, JsonObject]>([
    ['items that are null', { items: '{{ triggerData.missing }}' }],
    ['items that are an object', { items: '{{ triggerData }}' }],
    ['a concurrency of 0', { items: [], concurrency: 0 }],
    ['a concurrency that is too high', { items: [], concurrency: 11 }],
    ['a concurrency that is a fraction', { items: [], concurrency: 1.5 }],
    ['an invalid variable name', { items: [], itemVariable: 'the room' }],
    ['the variable name `__proto__`', { items: [], itemVariable: '__proto__' }],
  ])('refuses %s', async (_, config) => {
    await expect(tryNode(loopNode, config, options)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});
