import { alarmOperations, alarmOrigin, type AlarmReport, type KnownAlarm } from './alarm-operations';
import { originKey } from './alert-origin';

const at = (minute: number) => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const report = (
  id: string,
  raised: number | null,
  cleared: number | null = null,
  code = 'P1',
): AlarmReport => ({
  id,
  code,
  level: 'major',
  message: `${code} is too high`,
  raisedAt: raised === null ? null : at(raised),
  clearedAt: cleared === null ? null : at(cleared),
});
const known = (id: string, cleared: number | null = null, code = 'P1'): KnownAlarm => ({
  id,
  originKey: originKey(alarmOrigin(code)),
  raisedAt: new Date(at(0)),
  clearedAt: cleared === null ? null : new Date(at(cleared)),
});

const minute = (instant: Date) => instant.getUTCMinutes();

/** The steps in short: `+P1@1` raises the alert of P1 at minute 1, `-P1@2` clears it. */
function steps(reports: AlarmReport[], alarms: KnownAlarm[] = []): string[][] {
  return alarmOperations(reports, alarms).steps.map(({ raises, clears }) => [
    ...raises.map((raise) => `+${raise.originator}@${minute(raise.at)}`),
    ...clears.map((clear) => `-${clear.originator}@${minute(clear.at)}`),
  ]);
}

describe('alarmOperations', () => {
  it.each([
    ['a new alarm raises', [report('a', 1)], [], [['+P1@1']]],
    ['an alarm that has ended raises and clears', [report('a', 1, 2)], [], [['+P1@1'], ['-P1@2']]],
    ['a known open alarm does nothing', [report('a', 0)], [known('a')], []],
    ['a known open alarm clears once', [report('a', 0, 2), report('a', null, 2)], [known('a')], [['-P1@2']]],
    ['a known cleared alarm does nothing', [report('a', 0, 2)], [known('a', 2)], []],
    ['an unknown alarm that is only reported as cleared does nothing', [report('a', null, 2)], [], []],
    [
      'the alert is cleared with its last open alarm',
      [report('a', 1), report('b', 2), report('a', 1, 3), report('b', 2, 4)],
      [],
      [['+P1@1', '+P1@2'], ['-P1@4']],
    ],
    ['another open alarm keeps the alert', [report('a', 0, 2)], [known('a'), known('b')], []],
    [
      'an alarm that comes back is a new alert',
      [report('a', 1, 2), report('b', 3)],
      [],
      [['+P1@1'], ['-P1@2'], ['+P1@3']],
    ],
    [
      'points are independent',
      [report('a', 1, 2), report('b', 1, null, 'P2'), report('c', 3)],
      [],
      [['+P1@1', '+P2@1'], ['-P1@2'], ['+P1@3']],
    ],
  ])('%s', (_, reports, alarms, expected) => {
    expect(steps(reports, alarms)).toEqual(expected);
  });

  it('returns the alarms that are new or cleared', () => {
    const { alarms } = alarmOperations(
      [report('a', 1), report('b', 0, 2), report('c', 0)],
      [known('b'), known('c')],
    );
    expect(alarms.map(({ id, clearedAt }) => [id, clearedAt?.toISOString() ?? null])).toEqual([
      ['a', null],
      ['b', at(2)],
    ]);
  });
});
