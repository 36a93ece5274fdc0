import type { JsonObject } from '@app/workflow-engine';
import { tryNode } from '../../../test/factories/node-trial';
import { loopNode } from './loop.node';

describe('loop', () => {
  const options = { triggerData: { rooms: [{ id: 1 }, { id: 2 }] } };

  it.each<[string, JsonObject, JsonObject]>([
    ['one after the other', { items: [1, 2] }, { items: [1, 2], concurrency: 1 }],
    ['several at once', { items: [1], concurrency: 10 }, { items: [1], concurrency: 10 }],
    ['nothing', { items: [] }, { items: [], concurrency: 1 }],
    [
      'what an expression gives, under a name',
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
    ['null', { items: '{{ triggerData.missing }}' }],
    ['an object', { items: '{{ triggerData }}' }],
    ['none at once', { items: [], concurrency: 0 }],
    ['too many at once', { items: [], concurrency: 11 }],
    ['half of one at once', { items: [], concurrency: 1.5 }],
    ['a name that is none', { items: [], itemVariable: 'the room' }],
    ['the name of the prototype', { items: [], itemVariable: '__proto__' }],
  ])('does not iterate over %s', async (_, config) => {
    await expect(tryNode(loopNode, config, options)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});
