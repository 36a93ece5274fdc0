import { entriesIn, pageOf, stateOf, weeksOf } from './calendar-entries';
import type { WorkOrder } from './maintenance.queries';

const MONDAY = 1;
const NOW_MS = Date.parse('2026-05-12T10:00Z');
const times = { timeZone: 'Europe/Berlin', nowMs: NOW_MS };

const anOrder = (fields: Partial<WorkOrder>): WorkOrder => ({
  id: 1,
  title: 'Replace the filters',
  description: null,
  type: 'preventive',
  status: 'open',
  priority: 'normal',
  objectId: null,
  faultId: null,
  assigneeId: null,
  dueAt: null,
  startedAt: null,
  completedAt: null,
  checklist: [],
  recurrence: null,
  ...fields,
});

describe('The calendar of maintenance', () => {
  it('shows whole weeks from Monday', () => {
    expect(pageOf('2026-05-12', MONDAY)).toEqual({ from: '2026-04-27', to: '2026-06-01' });
    expect(weeksOf('2026-02-03', MONDAY).map((week) => [week[0], week[6]])).toEqual([
      ['2026-01-26', '2026-02-01'],
      ['2026-02-02', '2026-02-08'],
      ['2026-02-09', '2026-02-15'],
      ['2026-02-16', '2026-02-22'],
      ['2026-02-23', '2026-03-01'],
    ]);
  });

  it.each([
    ['open', '2026-05-12T09:59Z', 'overdue'],
    ['on_hold', '2026-05-12T09:59Z', 'overdue'],
    ['open', '2026-05-12T10:01Z', 'open'],
    ['completed', '2026-05-01T00:00Z', 'completed'],
    ['open', null, 'open'],
  ] as const)('shows a work order with the status %s that is due at %s as %s', (status, dueAt, state) => {
    expect(stateOf(anOrder({ status, dueAt }), NOW_MS)).toBe(state);
  });

  it('shows a work order on its local date, and the later dates of its series', () => {
    const order = anOrder({
      dueAt: '2026-05-17T22:30:00.000Z',
      recurrence: { cron: '30 0 * * 1', timezone: null },
    });
    const entries = entriesIn(pageOf('2026-05-01', MONDAY), { due: [order], undone: [order] }, times);
    expect(entries.map(({ date, state }) => [date, state])).toEqual([
      ['2026-05-18', 'open'],
      ['2026-05-25', 'planned'],
    ]);
  });

  it('shows no planned dates in the past, and none for a series that depends on running hours', () => {
    const late = anOrder({
      dueAt: '2026-04-01T06:00:00.000Z',
      recurrence: { cron: '0 8 * * 2', timezone: null },
    });
    const counted = anOrder({ recurrence: { pointCode: 'FAN.HOURS', everyHours: 500 } });
    const entries = entriesIn(pageOf('2026-05-01', MONDAY), { due: [], undone: [late, counted] }, times);
    expect(entries.map(({ date }) => date)).toEqual(['2026-05-19', '2026-05-26']);
  });
});
