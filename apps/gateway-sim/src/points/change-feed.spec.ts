import { ChangeFeed, LocalCalendar } from '@app/gateway-server';
import { AlarmLog } from '../model/alarm-log';
import { Building } from '../model/building';
import { ModelSeries } from './model-series';
import { PointStore } from './point-store';

const MINUTE_MS = 60_000;
// A Wednesday afternoon, just before floor 2 east raises its carbon dioxide alarm.
const START_MS = Date.parse('2015-11-18T13:45:00Z');

function aFeed(): { feed: ChangeFeed; store: PointStore } {
  const building = new Building(1, new LocalCalendar('Europe/London'));
  const store = new PointStore(building.calendar);
  for (const point of building.points) store.add(new ModelSeries(point, store.read));
  const feed = new ChangeFeed(store, new AlarmLog(building.episodes));
  feed.start(START_MS);
  return { feed, store };
}

describe('ChangeFeed', () => {
  it('reports each new value once', () => {
    const { feed } = aFeed();
    expect(feed.next(START_MS + 1000)).toEqual([]);
    const codes = feed.next(START_MS + MINUTE_MS).map((event) => event.data.code);
    expect(codes).toEqual(expect.arrayContaining(['F1.ELEC.LIGHTING.KWH', 'BLDG.ELEC.MAIN.POWER']));
    expect(codes).not.toContain('AHU1.FAN.CMD');
    expect(feed.next(START_MS + MINUTE_MS + 1000)).toEqual([]);
  });

  it('reports a written value immediately', () => {
    const { feed, store } = aFeed();
    store.write('F1.EAST.LIGHT.LEVEL', 7, START_MS + 1500, 'uncertain');
    expect(feed.next(START_MS + 2000)).toEqual([
      {
        type: 'value',
        data: {
          code: 'F1.EAST.LIGHT.LEVEL',
          value: 7,
          quality: 'uncertain',
          timestamp: '2015-11-18T13:45:01.500Z',
        },
      },
    ]);
  });

  it('reports an alarm when it is raised and when it is cleared', () => {
    const { feed } = aFeed();
    const states = [];
    for (let ms = START_MS; ms < START_MS + 180 * MINUTE_MS; ms += 5 * MINUTE_MS) {
      for (const event of feed.next(ms))
        if (event.type === 'alarm') states.push([event.data.id, event.data.state]);
    }
    expect(states).toEqual([
      ['co2-f2-east-2015-11-18', 'raised'],
      ['co2-f2-east-2015-11-18', 'cleared'],
    ]);
  });
});
