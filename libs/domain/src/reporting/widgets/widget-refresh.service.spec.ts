import {
  alertsChanged,
  energyUpdated,
  type EventDefinition,
  faultCountsChanged,
  pointValuesChanged,
  widgetCreated,
  type WidgetUpdate,
} from '@app/contracts';
import { Environment } from '@app/config';
import type { EventBus } from '@app/events';
import { Logger } from '@nestjs/common';
import type { BoundWidget } from './due-widgets';
import type { WidgetBinding } from './widget-binding';
import type { WidgetDataService } from './widget-data.service';
import { WidgetRefreshService } from './widget-refresh.service';
import type { WidgetSnapshots } from './widget-snapshots';

const WIDGETS: BoundWidget[] = [
  { id: 'alerts', type: 'list', dataType: 'alerts', dataJson: '{}' },
  { id: 'again', type: 'stats', dataType: 'alerts', dataJson: '{}' },
  { id: 'energy', type: 'chart', dataType: 'energy', dataJson: '{}' },
  { id: 'faults', type: 'stats', dataType: 'faults', dataJson: '{}' },
  { id: 'points', type: 'list', dataType: 'points', dataJson: '{"codes":["TEMP"]}' },
  { id: 'weather', type: 'weather', dataType: 'weather', dataJson: '{}' },
];

describe('WidgetRefreshService', () => {
  const handlers = new Map<string, (payload: never) => void>();
  let stop: AbortController;
  let environment: Environment;
  let computed: string[];
  let stored: Map<string, string>;
  let published: WidgetUpdate[];
  let failures: number;
  /** The current figure of each type of data. */
  let values: Record<string, number>;
  /** Called after each turn in which widgets were due. */
  let onTurn: () => void;

  const bus = {
    publish: (_event: object, update: WidgetUpdate) => void published.push(update),
    subscribe: ({ name }: { name: string }, handler: (payload: never) => void) => {
      handlers.set(name, handler);
      return () => handlers.delete(name);
    },
  } as unknown as EventBus;
  const data = {
    compute: ({ dataType }: WidgetBinding) => {
      if (failures-- > 0) return Promise.reject(new Error('the database is away'));
      computed.push(dataType);
      return Promise.resolve({ count: values[dataType] ?? 0 });
    },
  } as unknown as WidgetDataService;
  const snapshots = {
    widgets: async () => WIDGETS,
    store: async (updates: readonly WidgetUpdate[]) => {
      const changed = updates.filter(({ widgetId, data }) => stored.get(widgetId) !== JSON.stringify(data));
      for (const { widgetId, data } of updates) stored.set(widgetId, JSON.stringify(data));
      setImmediate(() => onTurn());
      return changed;
    },
  } as unknown as WidgetSnapshots;

  function emit<Payload extends object>({ name }: EventDefinition<Payload>, payload: Payload): void {
    handlers.get(name)?.(payload as never);
  }
  /** Resolves after the next turn. */
  const nextTurn = () => new Promise<void>((resolve) => (onTurn = resolve));
  let following: Promise<void>;

  /** Starts the service, and returns the results of the first turn. */
  async function start(): Promise<{ computed: string[]; published: WidgetUpdate[] }> {
    const service = new WidgetRefreshService(data, snapshots, bus, environment);
    const first = nextTurn();
    following = service.follow(() => Promise.resolve(), stop.signal);
    await first;
    const results = { computed, published };
    [computed, published] = [[], []];
    return results;
  }

  beforeEach(() => {
    stop = new AbortController();
    environment = Object.assign(new Environment(), { WIDGET_REFRESH_SECONDS: 0.05 });
    [computed, published, stored, values, failures] = [[], [], new Map(), {}, 0];
    onTurn = () => undefined;
  });
  afterEach(async () => {
    stop.abort();
    await following;
  });

  it('handles events of the bus until it is stopped', async () => {
    await start();
    expect(handlers.size).toBe(6);
    stop.abort();
    await following;
    expect(handlers.size).toBe(0);
  });

  it('computes all widgets at the start, but each binding only once', async () => {
    const first = await start();
    expect(first.computed).toEqual(['alerts', 'energy', 'faults', 'points']);
    const ids = first.published.map(({ widgetId }) => widgetId);
    expect(ids).toEqual(['alerts', 'again', 'energy', 'faults', 'points']);
  });

  it.each<[string, () => void, string[]]>([
    ['alerts', () => emit(alertsChanged, { changes: [] }), ['alerts']],
    ['energy', () => emit(energyUpdated, { areas: [] }), ['energy']],
    ['statistics of faults', () => emit(faultCountsChanged, {}), ['faults']],
    [
      'a shown point',
      () =>
        emit(pointValuesChanged, {
          values: [{ code: 'TEMP', value: 1, quality: 'good', timestamp: '' }],
        }),
      ['points'],
    ],
    ['the set of widgets', () => emit(widgetCreated, { widgetId: 'energy' }), ['energy']],
  ])('computes only the affected widgets after a change of %s', async (_what, change, expected) => {
    await start();
    const turn = nextTurn();
    change();
    await turn;
    expect(computed).toEqual(expected);
  });

  it('publishes data only if it has changed', async () => {
    await start();
    let turn = nextTurn();
    emit(alertsChanged, { changes: [] });
    await turn;
    expect(published).toEqual([]);
    turn = nextTurn();
    values = { alerts: 3 };
    emit(alertsChanged, { changes: [] });
    await turn;
    expect(published).toEqual([
      { widgetId: 'alerts', widgetType: 'list', data: { count: 3 } },
      { widgetId: 'again', widgetType: 'stats', data: { count: 3 } },
    ]);
  });

  it('combines the changes that occur within the interval', async () => {
    await start();
    const turn = nextTurn();
    for (let change = 1; change <= 50; change += 1) {
      values = { alerts: change, energy: change };
      emit(alertsChanged, { changes: [] });
      emit(energyUpdated, { areas: [] });
    }
    await turn;
    expect(computed).toEqual(['alerts', 'energy']);
    expect(published.map(({ data }) => data)).toEqual([{ count: 50 }, { count: 50 }, { count: 50 }]);
  });

  it('computes everything again after a failure', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    await start();
    const turn = nextTurn();
    failures = 1;
    emit(alertsChanged, { changes: [] });
    await turn;
    expect(computed).toEqual(['alerts', 'energy', 'faults', 'points']);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });

  it('computes the weather only if a key for the weather provider is configured', async () => {
    environment.WEATHER_API_KEY = 'key';
    expect((await start()).computed).toContain('weather');
  });
});
