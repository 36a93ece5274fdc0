import { LocalCalendar } from '@app/gateway-server';
import type { CommandLine } from './command-line';
import type { GatewaySimEnvironment } from './gateway-sim-environment';
import { Building } from './model/building';
import { Episodes } from './model/episodes';
import { Story } from './model/story';
import { ModelSeries } from './points/model-series';
import { PointStore } from './points/point-store';
import { readReplay, ReplayError } from './replay/read-replay';

const DAY_MS = 86_400_000;

/** The points and alarms of this gateway. */
export interface Served {
  points: PointStore;
  episodes: Episodes;
}

/**
 * Sets up the demonstration building and the replayed measurements that the command line requests.
 * @throws ReplayError for a file that cannot be replayed
 */
export async function setUp(
  environment: Pick<
    GatewaySimEnvironment,
    'GATEWAY_SIM_SEED' | 'GATEWAY_SIM_HISTORY_DAYS' | 'GATEWAY_SIM_STORY_AT' | 'PLATFORM_TIMEZONE'
  >,
  commandLine: CommandLine,
): Promise<Served> {
  const calendar = new LocalCalendar(environment.PLATFORM_TIMEZONE);
  const points = new PointStore(calendar, environment.GATEWAY_SIM_HISTORY_DAYS * DAY_MS);
  const { GATEWAY_SIM_SEED: seed, GATEWAY_SIM_STORY_AT: shownAt } = environment;
  const story = shownAt === undefined ? null : new Story(Date.parse(shownAt), calendar);
  const building = commandLine.building ? new Building(seed, calendar, story) : null;
  for (const point of building?.points ?? [])
    points.add(new ModelSeries(point, points.read, story?.thinnedBeforeMs));
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
