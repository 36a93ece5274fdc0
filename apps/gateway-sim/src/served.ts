import type { CommandLine } from './command-line';
import { Building } from './model/building';
import { Episodes } from './model/episodes';
import { LocalCalendar } from './model/local-calendar';
import { ModelSeries } from './points/model-series';
import { PointStore } from './points/point-store';
import { readReplay, ReplayError } from './replay/read-replay';

/** The points and alarms of this gateway. */
export interface Served {
  points: PointStore;
  episodes: Episodes;
}

/**
 * Sets up the demonstration building and the replayed measurements that the command line requests.
 * @throws ReplayError for a file that cannot be replayed
 */
export async function setUp(seed: number, timeZone: string, commandLine: CommandLine): Promise<Served> {
  const calendar = new LocalCalendar(timeZone);
  const points = new PointStore(calendar);
  const building = commandLine.building ? new Building(seed, calendar) : null;
  for (const point of building?.points ?? []) points.add(new ModelSeries(point, points.read));
  for (const { file, prefix } of commandLine.replays) {
    for (const series of await readReplay(file, prefix)) {
      if (points.has(series.definition.code)) {
        throw new ReplayError(
          file,
          `The point ${series.definition.code} already exists; use --replay-prefix`,
        );
      }
      points.add(series);
    }
  }
  return { points, episodes: building?.episodes ?? new Episodes([], calendar) };
}
