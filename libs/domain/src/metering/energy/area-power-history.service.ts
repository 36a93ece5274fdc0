import { Environment } from '@app/config';
import type { MeterEntity } from '@app/entities';
import { DomainError, inTurns, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { eachOnce, type Site, siteBelow } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { withParts } from '../areas/formula-states';
import type { Bucket } from '../arithmetic/calendar';
import type { MeterReading } from '../arithmetic/meter-arithmetic';
import { type MeterPower, powersOf } from '../arithmetic/meter-power';
import { HistoryWindow } from '../arithmetic/history-window';
import { ReadingEvidenceService } from '../meters/reading-evidence.service';
import { AreaPower } from './area-power';

/** The power of an area at the time of a poll. */
export interface AreaPowerSample {
  atMs: number;
  powerKw: number;
}

/** The powers of meters in a window, by meter id. */
interface WindowPowers {
  powers: Map<number, MeterPower[]>;
  readings: number;
}

const MOST_READINGS = 1_000_000;
/** Maximum number of readings in a window. It limits the memory that a window needs. */
const MOST_IN_WINDOW = 50_000;
const MOST_POLLS = 20_000;

/** Computes the power that areas had in the past, from the stored readings of their meters. */
@Injectable()
export class AreaPowerHistoryService {
  constructor(
    private readonly areas: AreasService,
    private readonly evidence: ReadingEvidenceService,
    private readonly environment: Environment,
  ) {}

  /**
   * Yields the electric power of an area at each poll from `from` to `to`, in parts, oldest first. Polls without a
   * recent power are left out. Uses the current areas and meters, even if they were different at that time. A reading
   * counts from its timestamp or, if it covers an interval, from the end of the interval.
   * @throws DomainError invalid if there are too many readings, or if some of them are no longer stored
   */
  async *samples(areaId: number, { from, to }: { from: Date; to: Date }): AsyncGenerator<AreaPowerSample[]> {
    const wholeSite = await this.areas.site();
    const site = siteBelow(wholeSite, areaId);
    const own = eachOnce(metersIn(site)).filter(({ energyType }) => energyType === 'electricity');
    const meters = withParts(own, metersIn(wholeSite));
    const everyMs = this.environment.GATEWAY_POLL_SECONDS * 1000;
    const window = new HistoryWindow();
    let readings = 0;
    for (let startMs = from.getTime(); startMs < to.getTime();) {
      const longest = Math.min(to.getTime(), startMs + MOST_POLLS * everyMs);
      const polls = Math.ceil((window.endOf(startMs, longest) - startMs) / everyMs);
      const endMs = Math.min(startMs + polls * everyMs, to.getTime());
      const found = await this.powersIn(
        meters.filter(({ kind }) => kind !== 'formula'),
        { startMs, endMs },
      );
      if (!found && window.narrow()) continue;
      readings += found?.readings ?? 0;
      if (!found || readings > MOST_READINGS) throw tooMany();
      window.held(found.readings);
      yield await inTurns(
        samplesOf(new AreaPower(site, areaId, found.powers, meters), { startMs, endMs }, everyMs),
      );
      startMs = endMs;
    }
  }

  /** @returns null if the window has too many readings */
  private async powersIn(meters: readonly MeterEntity[], window: Bucket): Promise<WindowPowers | null> {
    const found: WindowPowers = { powers: new Map(), readings: 0 };
    for (const meter of meters) {
      const readings = await this.readingsOf(meter, window);
      if (readings === 'purged') throw purged(meter);
      if (readings === 'too many') return null;
      found.powers.set(meter.id, powersOf(meter, readings));
      found.readings += readings.length;
      if (found.readings > MOST_IN_WINDOW) return null;
    }
    return found;
  }

  /**
   * Returns all readings that determine the power in the window and in the two meter intervals before it. The earlier
   * readings give the power at the start of the window. If they are no longer stored, returns only the readings of the
   * window.
   */
  private async readingsOf(
    meter: MeterEntity,
    { startMs, endMs }: Bucket,
  ): Promise<MeterReading[] | 'purged' | 'too many'> {
    const recentMs = startMs - 2 * meter.intervalSeconds * 1000;
    const readings = await this.evidence.of(meter, { startMs: recentMs, endMs }, MOST_IN_WINDOW);
    return readings === 'purged' ? this.evidence.of(meter, { startMs, endMs }, MOST_IN_WINDOW) : readings;
  }
}

const metersIn = ({ metersByArea }: Site): MeterEntity[] => [...metersByArea.values()].flat();

function* samplesOf(
  power: AreaPower,
  { startMs, endMs }: Bucket,
  everyMs: number,
): Generator<void, AreaPowerSample[]> {
  const samples: AreaPowerSample[] = [];
  for (let atMs = startMs; atMs < endMs; atMs += everyMs) {
    const powerKw = power.at(atMs);
    if (powerKw !== null) samples.push({ atMs, powerKw });
    yield;
  }
  return samples;
}

function tooMany(): DomainError {
  const advice = say('shorter_range');
  const message = `The meters of the area have too many readings in the range. ${advice.message}`;
  return DomainError.invalid(message, [{ path: 'to', ...advice }]);
}

function purged({ pointCode }: MeterEntity): DomainError {
  const advice = say('later_range');
  const message =
    `The readings of ${pointCode} in the range were deleted, because their retention period is ` +
    `over. ${advice.message}`;
  return DomainError.invalid(message, [{ path: 'from', ...advice }]);
}
