import type { Json, JsonObject, PointReading } from '@app/workflow-engine';
import { DomainError } from '@app/kernel';
import { rehearseNode, tryNode } from '../../../test/factories/node-trial';
import { setPointNode } from './set-point.node';

const CODE = 'AHU1.SUPPLY.SP';
const config = (overrides: JsonObject = {}): JsonObject => ({ code: CODE, value: 21.5, ...overrides });

interface BuildingOptions {
  reading?: Partial<PointReading>;
  writeFails?: Error;
  readFails?: Error;
}

/** A building that keeps what is written, unless it is told to read otherwise. */
function aBuilding({ reading, writeFails, readFails }: BuildingOptions = {}) {
  const calls: unknown[][] = [];
  let kept: Json = null;
  const points = {
    write(code: string, value: Json): Promise<void> {
      calls.push(['write', code, value]);
      if (writeFails) return Promise.reject(writeFails);
      kept = value;
      return Promise.resolve();
    },
    read(code: string): Promise<PointReading> {
      calls.push(['read', code]);
      if (readFails) return Promise.reject(readFails);
      return Promise.resolve({
        value: kept,
        quality: 'good',
        timestamp: '2026-03-29T00:30:00.000Z',
        ...reading,
      });
    },
  };
  return { calls, ports: { points } };
}

describe('set_point', () => {
  it.each<[string, Json, Json]>([
    ['a number', 21.5, 21.5],
    ['a switch', true, true],
    ['a text', 'auto', 'auto'],
    ['what an expression gives', '{{ triggerData.value - 1 }}', 26],
  ])('writes %s and reads it back', async (_, saved, value) => {
    const { calls, ports } = aBuilding();
    const options = { ports, triggerData: { value: 27 } };
    const { outcome, logs } = await tryNode(setPointNode, config({ value: saved }), options);
    const output = { code: CODE, value, readBack: value, quality: 'good', confirmed: true };
    expect(outcome).toEqual({ kind: 'done', output });
    expect(calls).toEqual([
      ['write', CODE, value],
      ['read', CODE],
    ]);
    expect(logs).toEqual([`Wrote ${JSON.stringify(value)} to ${CODE}.`]);
  });

  it.each<[string, JsonObject, Partial<PointReading>]>([
    ['as 32 bits keep it', { value: 21.3 }, { value: Math.fround(21.3) }],
    ['within the tolerance', { tolerance: 0.5 }, { value: 21 }],
    ['as a 1', { value: true }, { value: 1 }],
    ['with uncertain quality', {}, { value: 21.5, quality: 'uncertain' }],
  ])('takes it for confirmed: %s', async (_, overrides, reading) => {
    const { outcome } = await tryNode(setPointNode, config(overrides), aBuilding({ reading }));
    expect(outcome).toMatchObject({ output: { confirmed: true, readBack: reading.value } });
  });

  it.each<[string, JsonObject, Partial<PointReading>]>([
    ['another value', {}, { value: 18 }],
    ['no value', {}, { value: null }],
    ['a value beyond the tolerance', { tolerance: 0.5 }, { value: 22.1 }],
  ])('fails where %s is read', async (_, overrides, reading) => {
    await expect(tryNode(setPointNode, config(overrides), aBuilding({ reading }))).rejects.toMatchObject({
      code: 'not_confirmed',
      message: expect.stringContaining(CODE),
    });
  });

  it('leaves open what was read with bad quality, and says so', async () => {
    const reading = { value: 18, quality: 'bad' } as const;
    const { outcome, logs } = await tryNode(setPointNode, config(), aBuilding({ reading }));
    expect(outcome).toMatchObject({ output: { readBack: 18, quality: 'bad', confirmed: false } });
    expect(logs).toHaveLength(2);
  });

  it('reads nothing where it is told not to', async () => {
    const { calls, ports } = aBuilding();
    const { outcome } = await tryNode(setPointNode, config({ verify: false }), { ports });
    expect(outcome).toMatchObject({ output: { readBack: null, quality: null, confirmed: false } });
    expect(calls).toEqual([['write', CODE, 21.5]]);
  });

  it('passes on why an interlock forbids the write', async () => {
    const writeFails = new DomainError('forbidden', 'interlock', 'The fire damper is closed.');
    await expect(tryNode(setPointNode, config(), aBuilding({ writeFails }))).rejects.toBe(writeFails);
  });

  it.each<[string, (error: Error) => BuildingOptions]>([
    ['write', (writeFails) => ({ writeFails })],
    ['read', (readFails) => ({ readFails })],
  ])('fails as the gateway does on the %s', async (_, failing) => {
    const error = new DomainError('upstream_timeout', 'upstream_timeout', 'The gateway did not answer.');
    await expect(tryNode(setPointNode, config(), aBuilding(failing(error)))).rejects.toBe(error);
  });

  it.each<[string, JsonObject]>([
    ['no value', { value: '{{ triggerData.missing }}' }],
    ['a list', { value: [1] }],
    ['no code', { code: '{{ "" }}' }],
    ['a tolerance below nothing', { tolerance: -1 }],
  ])('writes nothing for %s', async (_, overrides) => {
    const { calls, ports } = aBuilding();
    await expect(tryNode(setPointNode, config(overrides), { ports })).rejects.toMatchObject({
      code: 'config_invalid',
    });
    expect(calls).toEqual([]);
  });

  it('writes nothing once it is called off', async () => {
    const { calls, ports } = aBuilding();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(tryNode(setPointNode, config(), { ports, signal })).rejects.toThrow('called off');
    expect(calls).toEqual([]);
  });

  it('writes nothing in a rehearsal', () => {
    expect(rehearseNode(setPointNode, config())).toEqual({
      output: { code: CODE, value: 21.5, readBack: 21.5, quality: 'good', confirmed: true },
      logs: [`Would have written 21.5 to ${CODE}.`],
    });
  });
});
