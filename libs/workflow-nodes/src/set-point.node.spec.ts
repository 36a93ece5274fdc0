import type { Json, JsonObject, PointPortWrite, PointReading } from '@app/workflow-engine';
import { DomainError } from '@app/kernel';
import { rehearseNode, TRIAL_EXECUTION, TRIAL_NOW_MS, tryNode } from '../../../test/factories/node-trial';
import { setPointNode } from './set-point.node';

const CODE = 'AHU1.SUPPLY.SP';
const config = (overrides: JsonObject = {}): JsonObject => ({ code: CODE, value: 21.5, ...overrides });

interface BuildingOptions {
  reading?: Partial<PointReading>;
  writeFails?: Error;
  readFails?: Error;
  /** True if the write succeeds, but the value cannot be read back. */
  unread?: boolean;
  /** The value before the write. */
  before?: Json;
  lastWrittenAtMs?: number;
  /** The error with which the gateway would refuse a write. */
  refusal?: Error;
}

/** A fake of the port of points. A read returns the written value, unless a test sets another one. */
function aBuilding(options: BuildingOptions = {}) {
  const { reading, writeFails, readFails, unread = false, before = null } = options;
  const { lastWrittenAtMs = null, refusal } = options;
  const calls: unknown[][] = [];
  const authors: unknown[] = [];
  let kept = before;
  const found = (): PointReading => ({
    value: kept,
    quality: 'good',
    timestamp: '2026-03-29T00:30:00.000Z',
    ...reading,
  });
  const points = {
    check({ code, value }: { code: string; value?: Json }): Promise<void> {
      calls.push(['check', code, value]);
      return refusal ? Promise.reject(refusal) : Promise.resolve();
    },
    write({ code, value, execution }: PointPortWrite): Promise<PointReading | null> {
      calls.push(['write', code, value]);
      authors.push(execution);
      if (writeFails) return Promise.reject(writeFails);
      kept = value;
      return Promise.resolve(unread ? null : found());
    },
    read(code: string): Promise<PointReading> {
      calls.push(['read', code]);
      return readFails ? Promise.reject(readFails) : Promise.resolve(found());
    },
    lastWrittenAtMs: () => Promise.resolve(lastWrittenAtMs),
  };
  return { calls, authors, ports: { points } };
}

describe('set_point', () => {
  it.each<[string, Json, Json]>([
    ['a number', 21.5, 21.5],
    ['a boolean', true, true],
    ['a text', 'auto', 'auto'],
    ['the value of an expression', '{{ triggerData.value - 1 }}', 26],
  ])('writes %s and checks the value that is read back', async (_, saved, value) => {
    const { calls, authors, ports } = aBuilding();
    const options = { ports, triggerData: { value: 27 } };
    const { outcome, logs } = await tryNode(setPointNode, config({ value: saved }), options);
    const output = {
      code: CODE,
      value,
      readBack: value,
      quality: 'good',
      confirmed: true,
      limited: false,
      revertAt: null,
    };
    expect(outcome).toEqual({ kind: 'done', output });
    expect(calls).toEqual([['write', CODE, value]]);
    expect(authors).toEqual([TRIAL_EXECUTION]);
    expect(logs).toEqual([`Wrote ${JSON.stringify(value)} to ${CODE}.`]);
  });

  it.each<[string, JsonObject, Partial<PointReading>]>([
    ['with 32-bit rounding', { value: 21.3 }, { value: Math.fround(21.3) }],
    ['within the tolerance', { tolerance: 0.5 }, { value: 21 }],
    ['as a 1', { value: true }, { value: 1 }],
    ['with uncertain quality', {}, { value: 21.5, quality: 'uncertain' }],
  ])('confirms a value that is read %s', async (_, overrides, reading) => {
    const { outcome } = await tryNode(setPointNode, config(overrides), aBuilding({ reading }));
    expect(outcome).toMatchObject({ output: { confirmed: true, readBack: reading.value } });
  });

  it.each<[string, JsonObject, Partial<PointReading>]>([
    ['another value', {}, { value: 18 }],
    ['no value', {}, { value: null }],
    ['a value beyond the tolerance', { tolerance: 0.5 }, { value: 22.1 }],
  ])('fails if %s is read', async (_, overrides, reading) => {
    await expect(tryNode(setPointNode, config(overrides), aBuilding({ reading }))).rejects.toMatchObject({
      code: 'not_confirmed',
      message: expect.stringContaining(CODE),
    });
  });

  it('does not confirm the write by a reading of bad quality, and logs this', async () => {
    const reading = { value: 18, quality: 'bad' } as const;
    const { outcome, logs } = await tryNode(setPointNode, config(), aBuilding({ reading }));
    expect(outcome).toMatchObject({
      output: { readBack: 18, quality: 'bad', confirmed: false, limited: false, revertAt: null },
    });
    expect(logs).toHaveLength(2);
  });

  it('reads the point if the write could not read it back', async () => {
    const { calls, ports } = aBuilding({ unread: true });
    const { outcome } = await tryNode(setPointNode, config(), { ports });
    expect(outcome).toMatchObject({
      output: { readBack: 21.5, quality: 'good', confirmed: true, limited: false, revertAt: null },
    });
    expect(calls).toEqual([
      ['write', CODE, 21.5],
      ['read', CODE],
    ]);
  });

  it('does not check the value if verification is turned off', async () => {
    const { calls, ports } = aBuilding({ reading: { value: 18 } });
    const { outcome } = await tryNode(setPointNode, config({ verify: false }), { ports });
    expect(outcome).toMatchObject({
      output: { readBack: null, quality: null, confirmed: false, limited: false, revertAt: null },
    });
    expect(calls).toEqual([['write', CODE, 21.5]]);
  });

  it('reports why an interlock forbids the write', async () => {
    const writeFails = new DomainError('forbidden', 'interlock', 'The fire damper is closed.');
    await expect(tryNode(setPointNode, config(), aBuilding({ writeFails }))).rejects.toBe(writeFails);
  });

  it.each<[string, (error: Error) => BuildingOptions]>([
    ['write', (writeFails) => ({ writeFails })],
    ['read', (readFails) => ({ readFails, unread: true })],
  ])('fails with the error of the gateway on the %s', async (_, failing) => {
    const error = new DomainError('upstream_timeout', 'upstream_timeout', 'The gateway did not answer.');
    await expect(tryNode(setPointNode, config(), aBuilding(failing(error)))).rejects.toBe(error);
  });

  it.each<[string, JsonObject]>([
    ['no value', { value: '{{ triggerData.missing }}' }],
    ['a list', { value: [1] }],
    ['no code', { code: '{{ "" }}' }],
    ['a negative tolerance', { tolerance: -1 }],
  ])('writes nothing for %s', async (_, overrides) => {
    const { calls, ports } = aBuilding();
    await expect(tryNode(setPointNode, config(overrides), { ports })).rejects.toMatchObject({
      code: 'config_invalid',
    });
    expect(calls).toEqual([]);
  });

  it('writes nothing after it was aborted', async () => {
    const { calls, ports } = aBuilding();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(tryNode(setPointNode, config(), { ports, signal })).rejects.toThrow('called off');
    expect(calls).toEqual([]);
  });

  it('moves the value towards the target as far as its limits allow', async () => {
    const { calls, ports } = aBuilding({ before: 20, lastWrittenAtMs: TRIAL_NOW_MS - 30_000 });
    const limits = { maxStep: 1, maxRatePerMinute: 0.5 };
    const { outcome, logs } = await tryNode(setPointNode, config(limits), { ports });
    expect(outcome).toMatchObject({ output: { value: 20.25, readBack: 20.25, limited: true } });
    expect(calls).toEqual([
      ['read', CODE],
      ['write', CODE, 20.25],
    ]);
    expect(logs[0]).toBe('The limits changed the value from 21.5 to 20.25.');
  });

  it('only checks the write in a dry run without limits and without a revert', async () => {
    const { calls, ports } = aBuilding();
    expect(await rehearseNode(setPointNode, config(), { ports })).toEqual({
      output: {
        code: CODE,
        value: 21.5,
        readBack: 21.5,
        quality: 'good',
        confirmed: true,
        limited: false,
        revertAt: null,
      },
      logs: [`Would have written 21.5 to ${CODE}.`],
    });
    expect(calls).toEqual([['check', CODE, 21.5]]);
  });

  it('reports in a dry run what the limits allow and when the value would be reverted', async () => {
    const { calls, ports } = aBuilding({ before: 20, lastWrittenAtMs: TRIAL_NOW_MS - 30_000 });
    const limits = { maxStep: 1, maxRatePerMinute: 0.5, revertAfterMs: 60_000 };
    const { output, logs } = await rehearseNode(setPointNode, config(limits), { ports });
    expect(output).toMatchObject({
      value: 20.25,
      readBack: 20.25,
      confirmed: true,
      limited: true,
      revertAt: new Date(TRIAL_NOW_MS + 60_000).toISOString(),
    });
    expect(logs).toEqual([
      'The limits changed the value from 21.5 to 20.25.',
      `Would have written 20.25 to ${CODE}.`,
    ]);
    expect(calls).toEqual([
      ['read', CODE],
      ['check', CODE, 20.25],
    ]);
  });

  it('reports in a dry run that the value would not be checked if verification is turned off', async () => {
    const { output } = await rehearseNode(setPointNode, config({ verify: false }), aBuilding());
    expect(output).toMatchObject({ readBack: null, quality: null, confirmed: false });
  });

  it.each<[string, JsonObject, string, BuildingOptions]>([
    ['a limit and no current number', { maxStep: 1 }, 'limit_not_applicable', { before: 'auto' }],
    [
      'a value that the point does not accept',
      {},
      'value_type',
      { refusal: new DomainError('invalid', 'value_type', 'The point accepts only true or false.') },
    ],
    ['a revert and no current value', { revertAfterMs: 60_000 }, 'revert_impossible', { before: null }],
    [
      'a revert and a current value of bad quality',
      { revertAfterMs: 60_000 },
      'revert_impossible',
      { before: 20, reading: { quality: 'bad' } },
    ],
  ])('fails in a dry run with %s, as in a real run', async (_, overrides, code, options) => {
    const rehearsal = rehearseNode(setPointNode, config(overrides), aBuilding(options));
    await expect(rehearsal).rejects.toMatchObject({ code });
  });
});
