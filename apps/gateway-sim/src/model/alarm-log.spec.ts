import { HOUR_MS, LocalCalendar, MINUTE_MS } from '@app/gateway-server';
import { AlarmLog } from './alarm-log';
import { Building } from './building';

const log = new AlarmLog(new Building(1, new LocalCalendar('Europe/London')).episodes);
const at = (instant: string) => Date.parse(instant);
// A Wednesday. Every Wednesday afternoon, a meeting on floor 2 east raises the carbon dioxide alarm.
const DAY = { fromMs: at('2015-11-18T00:00:00Z'), toMs: at('2015-11-19T00:00:00Z') };
const meeting = log.between(DAY.fromMs, DAY.toMs, DAY.toMs).find(({ code }) => code === 'F2.EAST.ZONE.CO2');
const raisedAtMs = meeting?.raisedAtMs ?? Number.NaN;
const clearedAtMs = meeting?.clearedAtMs ?? Number.NaN;

const minorKnownAt = (nowMs: number) => log.between(DAY.fromMs, DAY.toMs, nowMs, 'minor');
const minorsWithin = (fromMs: number, toMs: number) => log.between(fromMs, toMs, DAY.toMs, 'minor').length;

describe('AlarmLog', () => {
  it('raises the carbon dioxide alarm on Wednesday afternoon', () => {
    expect(meeting).toMatchObject({ id: 'co2-f2-east-2015-11-18', level: 'minor' });
    expect(raisedAtMs).toBeGreaterThan(at('2015-11-18T13:00:00Z'));
    expect(clearedAtMs).toBeLessThan(at('2015-11-18T17:00:00Z'));
  });

  it('does not report future alarms', () => {
    expect(minorKnownAt(raisedAtMs - 1)).toEqual([]);
    expect(minorKnownAt(raisedAtMs)).toEqual([{ ...meeting, clearedAtMs: null }]);
    expect(minorKnownAt(clearedAtMs - 1)).toEqual([{ ...meeting, clearedAtMs: null }]);
    expect(minorKnownAt(clearedAtMs)).toEqual([meeting]);
  });

  it('finds an alarm in every range that overlaps the time in which it was active', () => {
    expect(minorsWithin(raisedAtMs + MINUTE_MS, raisedAtMs + 2 * MINUTE_MS)).toBe(1);
    expect(minorsWithin(raisedAtMs - HOUR_MS, raisedAtMs)).toBe(0);
    expect(minorsWithin(clearedAtMs, clearedAtMs + HOUR_MS)).toBe(0);
  });

  it('filters alarms by level and lists the newest first', () => {
    const all = log.between(at('2014-01-01T00:00:00Z'), DAY.toMs, DAY.toMs);
    expect(all.map((alarm) => alarm.raisedAtMs)).toEqual(
      all.map((alarm) => alarm.raisedAtMs).sort((a, b) => b - a),
    );
    const critical = log.between(at('2014-01-01T00:00:00Z'), DAY.toMs, DAY.toMs, 'critical');
    expect(critical.length).toBeGreaterThan(0);
    expect(critical).toEqual(all.filter((alarm) => alarm.level === 'critical'));
  });

  it('reports each change once if a day is queried in short ranges', () => {
    const changes = [];
    for (let ms = DAY.fromMs; ms < DAY.toMs; ms += 7 * MINUTE_MS) {
      changes.push(...log.changes(ms, Math.min(ms + 7 * MINUTE_MS, DAY.toMs)));
    }
    expect(changes).toEqual(
      log
        .changes(DAY.fromMs, DAY.toMs)
        .map((change) => expect.objectContaining({ state: change.state, atMs: change.atMs })),
    );
    expect(
      changes.filter(({ alarm }) => alarm.id === meeting?.id).map(({ state, atMs }) => [state, atMs]),
    ).toEqual([
      ['raised', raisedAtMs],
      ['cleared', clearedAtMs],
    ]);
  });
});
