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

/** Writes the steps as text: `+P1@1` raises the alert of P1 at minute 1, `-P1@2` clears it at minute 2. */
function steps(reports: AlarmReport[], alarms: KnownAlarm[] = []): string[][] {
  return alarmOperations(reports, alarms).steps.map(({ raises, clears }) => [
    ...raises.map((raise) => `+${raise.originator}@${minute(raise.at)}`),
    ...clears.map((clear) => `-${clear.originator}@${minute(clear.at)}`),
  ]);
}

describe('alarmOperations', () => {
  it.each([
    ['raises the alert of a new alarm', [report('a', 1)], [], [['+P1@1']]],
    [
      'raises and clears the alert of an alarm that has ended',
      [report('a', 1, 2)],
      [],
      [['+P1@1'], ['-P1@2']],
    ],
    ['ignores a repeated report of an open alarm', [report('a', 0)], [known('a')], []],
    [
      'clears the alert of an open alarm once',
      [report('a', 0, 2), report('a', null, 2)],
      [known('a')],
      [['-P1@2']],
    ],
    ['ignores a repeated report of a cleared alarm', [report('a', 0, 2)], [known('a', 2)], []],
    ['ignores an unknown alarm that is only reported as cleared', [report('a', null, 2)], [], []],
    [
      'clears the alert when its last open alarm ends',
      [report('a', 1), report('b', 2), report('a', 1, 3), report('b', 2, 4)],
      [],
      [['+P1@1', '+P1@2'], ['-P1@4']],
    ],
    ['keeps the alert if another alarm is open', [report('a', 0, 2)], [known('a'), known('b')], []],
    [
      'raises the alert again for a later alarm',
      [report('a', 1, 2), report('b', 3)],
      [],
      [['+P1@1'], ['-P1@2'], ['+P1@3']],
    ],
    [
      'handles the alarms of each point separately',
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
