import type { GatewayAlarm, GatewayAlarmEvent } from '@app/gateway-client';
import { alarmOperations, alarmOrigin, type KnownAlarm, toAlarmEvents } from './alarm-operations';
import { originKey } from './alert-origin';

const at = (minute: number) => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const raised = (id: string, minute: number, code = 'P1'): GatewayAlarmEvent => ({
  id,
  code,
  level: 'major',
  message: `${code} is too high`,
  state: 'raised',
  timestamp: at(minute),
});
const cleared = (id: string, minute: number, code = 'P1'): GatewayAlarmEvent => ({
  ...raised(id, minute, code),
  state: 'cleared',
});
const alarm = (id: string, from: number, to: number | null): GatewayAlarm => {
  const { state: _, timestamp: raisedAt, ...own } = raised(id, from);
  return { ...own, raisedAt, clearedAt: to === null ? null : at(to) };
};
const known = (id: string, cleared: number | null = null, code = 'P1'): KnownAlarm => ({
  id,
  originKey: originKey(alarmOrigin(code)),
  raisedAt: new Date(at(0)),
  clearedAt: cleared === null ? null : new Date(at(cleared)),
});

const minute = (instant: Date) => instant.getUTCMinutes();

/** Writes the history of each alert as text: `P1: +1 +2 -3` is raised at the minutes 1 and 2, and cleared at minute 3. */
function histories(events: GatewayAlarmEvent[], alarms: KnownAlarm[] = []): string[] {
  return alarmOperations(events, alarms).histories.map((episodes) => {
    const reports = episodes.flatMap(({ raises, clear }) => [
      ...raises.map((raise) => [raise.originator, `+${minute(raise.at)}`] as const),
      ...(clear ? [[clear.originator, `-${minute(clear.at)}`] as const] : []),
    ]);
    const [originator, ...others] = new Set(reports.map(([name]) => name));
    expect(others).toEqual([]);
    return `${originator}: ${reports.map(([, text]) => text).join(' ')}`;
  });
}

describe('alarmOperations', () => {
  it.each<[string, GatewayAlarmEvent[], KnownAlarm[], string[]]>([
    ['raises the alert of a new alarm', [raised('a', 1)], [], ['P1: +1']],
    [
      'raises and clears the alert of an alarm that has ended',
      [raised('a', 1), cleared('a', 2)],
      [],
      ['P1: +1 -2'],
    ],
    ['ignores a repeated report of an open alarm', [raised('a', 0)], [known('a')], []],
    [
      'clears the alert of an open alarm once',
      [raised('a', 0), cleared('a', 2), cleared('a', 2)],
      [known('a')],
      ['P1: -2'],
    ],
    ['ignores a repeated report of a cleared alarm', [raised('a', 0), cleared('a', 2)], [known('a', 2)], []],
    ['ignores an unknown alarm that is only reported as cleared', [cleared('a', 2)], [], []],
    [
      'clears the alert when its last open alarm ends',
      [raised('a', 1), raised('b', 2), cleared('a', 3), cleared('b', 4)],
      [],
      ['P1: +1 +2 -4'],
    ],
    ['keeps the alert if another alarm is open', [cleared('a', 2)], [known('a'), known('b')], []],
    [
      'raises the alert again for a later alarm',
      [raised('a', 1), cleared('a', 2), raised('b', 3)],
      [],
      ['P1: +1 -2 +3'],
    ],
    [
      'handles the alarms of each point separately',
      [raised('a', 1), raised('b', 1, 'P2'), cleared('a', 2), raised('c', 3)],
      [],
      ['P1: +1 -2 +3', 'P2: +1'],
    ],
  ])('%s', (_, events, alarms, expected) => {
    expect(histories(events, alarms)).toEqual(expected);
  });

  it('begins an episode after each end of an alert', () => {
    const events = [cleared('a', 1), raised('b', 2), cleared('b', 3), raised('c', 4), raised('d', 5)];
    const [episodes = []] = alarmOperations(events, [known('a')]).histories;
    expect(episodes.map(({ raises, clear }) => [raises.length, clear && minute(clear.at)])).toEqual([
      [0, 1],
      [1, 3],
      [2, null],
    ]);
  });

  it('returns the alarms that are new or cleared', () => {
    const { alarms } = alarmOperations(
      [raised('a', 1), cleared('b', 2), raised('c', 0)],
      [known('b'), known('c')],
    );
    expect(alarms.map(({ id, clearedAt }) => [id, clearedAt?.toISOString() ?? null])).toEqual([
      ['a', null],
      ['b', at(2)],
    ]);
  });
});

describe('toAlarmEvents', () => {
  it.each<[string, GatewayAlarm[], string[]]>([
    ['in order of time', [alarm('b', 2, null), alarm('a', 1, 3)], ['a raised', 'b raised', 'a cleared']],
    [
      'with an end before a raise at the same instant',
      [alarm('b', 2, 3), alarm('a', 1, 2)],
      ['a raised', 'a cleared', 'b raised', 'b cleared'],
    ],
    [
      'with the raise of an alarm before its end, even if it lasted no time',
      [alarm('a', 2, 2), alarm('b', 3, 1)],
      ['a raised', 'a cleared', 'b raised', 'b cleared'],
    ],
  ])('returns the raises and ends of listed alarms %s', (_, alarms, expected) => {
    expect(toAlarmEvents(alarms).map(({ id, state }) => `${id} ${state}`)).toEqual(expected);
  });
});
