import type { JsonObject } from '@app/workflow-engine';
import { TRIAL_NOW_MS, tryNode } from '../../../test/factories/node-trial';
import { delayNode } from './delay.node';

const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe('delay', () => {
  it.each<[string, JsonObject, number]>([
    ['a duration', { durationMs: 60_000 }, TRIAL_NOW_MS + 60_000],
    ['part of a millisecond', { durationMs: 0.2 }, TRIAL_NOW_MS + 1],
    ['the value of an expression', { durationMs: '{{ 2 * 1000 }}' }, TRIAL_NOW_MS + 2000],
    ['the longest permitted duration', { durationMs: 366 * DAY_MS }, TRIAL_NOW_MS + 366 * DAY_MS],
    ['an instant in UTC', { until: '2026-03-29T01:00:00Z' }, TRIAL_NOW_MS + 1_800_000],
    ['an instant with another offset', { until: '2026-03-29T09:00+08:00' }, TRIAL_NOW_MS + 1_800_000],
    ['a computed instant', { until: '{{ Date.now() + 5000 }}' }, TRIAL_NOW_MS + 5000],
    ['an instant in the trigger data', { until: '{{ triggerData.at }}' }, TRIAL_NOW_MS + DAY_MS],
  ])('waits as configured: %s', async (_, config, untilMs) => {
    const { outcome } = await tryNode(delayNode, config, { triggerData: { at: '2026-03-30T00:30:00.000Z' } });
    expect(outcome).toEqual({ kind: 'wait', untilMs, output: { until: iso(untilMs) } });
  });

  it.each<[string, JsonObject, number]>([
    ['a duration of 0', { durationMs: 0 }, TRIAL_NOW_MS],
    ['an instant in the past', { until: '2020-01-01T00:00:00Z' }, Date.UTC(2020, 0, 1)],
    ['the current instant', { until: TRIAL_NOW_MS }, TRIAL_NOW_MS],
  ])('does not wait for %s', async (_, config, untilMs) => {
    expect((await tryNode(delayNode, config)).outcome).toEqual({
      kind: 'done',
      output: { until: iso(untilMs) },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['a negative duration', { durationMs: -1 }, 'config_invalid'],
    ['a duration of more than 366 days', { durationMs: 366 * DAY_MS + 1 }, 'config_invalid'],
    ['a duration that is a text', { durationMs: '{{ "60000" }}' }, 'config_invalid'],
    ['an instant more than 366 days ahead', { until: '2027-03-31T00:00:00Z' }, 'delay_too_long'],
    ['a word instead of an instant', { until: '{{ "tomorrow" }}' }, 'delay_unclear'],
    ['a local time', { until: '{{ "2026-03-29T02:30:00" }}' }, 'delay_unclear'],
    ['a date', { until: '{{ "2026-03-30" }}' }, 'delay_unclear'],
    ['a date that does not exist', { until: '{{ "2026-02-30T00:00:00Z" }}' }, 'delay_unclear'],
    ['a number beyond the range of dates', { until: 1e300 }, 'delay_unclear'],
    ['null', { until: '{{ triggerData.missing }}' }, 'config_invalid'],
  ])('fails for %s', async (_, config, code) => {
    await expect(tryNode(delayNode, config)).rejects.toMatchObject({ code });
  });

  it.each<[string, JsonObject, string[]]>([
    ['a duration', { durationMs: 1 }, []],
    ['an instant', { until: '2027-01-01T00:00:00+05:30' }, []],
    ['a template', { until: '{{ triggerData.at }}' }, []],
    ['both a duration and an instant', { durationMs: 1, until: '2027-01-01T00:00:00Z' }, ['durationMs']],
    ['neither a duration nor an instant', {}, ['durationMs']],
    ['a local time', { until: '2027-01-01T00:00:00' }, ['until']],
    ['a word', { until: 'tomorrow' }, ['until']],
  ])('is checked when it is saved: %s', (_, config, paths) => {
    expect((delayNode.check?.(config) ?? []).map(({ path }) => path)).toEqual(paths);
  });
});
