import { MeterEntity } from '@app/entities';
import { freshUntilMs, type Site } from '../areas/area-tree';
import { composeFormulas } from '../areas/formula-states';
import type { MeterPower } from '../arithmetic/meter-power';
import { roundedEnergy } from '../arithmetic/rounded';
import { powerMetersByArea, sumOfPower } from './current-power';

interface ReplayedMeter {
  /** A copy that has the meter's last power at the replayed time. */
  meter: MeterEntity;
  powers: readonly MeterPower[];
  /** Index of the next power. */
  next: number;
}

/** Computes the electric power that the card of an area showed at past instants. */
export class AreaPower {
  private readonly site: Site;
  private readonly replayed: readonly ReplayedMeter[];
  private powerKw: number | null = null;
  /** The instant at which the first of the current powers becomes too old. */
  private freshUntilMs = Number.POSITIVE_INFINITY;

  /**
   * @param site the area with the areas below it
   * @param powers the powers of each meter in order of time, by meter id
   * @param parts the parts of formulas that are not in the site
   */
  constructor(
    { areas, metersByArea }: Site,
    private readonly areaId: number,
    powers: ReadonlyMap<number, readonly MeterPower[]>,
    parts: readonly MeterEntity[] = [],
  ) {
    const replayed = new Map<number, ReplayedMeter>();
    const copyOf = (original: MeterEntity): MeterEntity => {
      const known = replayed.get(original.id);
      if (known) return known.meter;
      const meter = Object.assign(new MeterEntity(), original, { lastPowerKw: null, lastPowerAt: null });
      replayed.set(meter.id, { meter, powers: powers.get(meter.id) ?? [], next: 0 });
      return meter;
    };
    const copies = [...metersByArea].map(([id, meters]): [number, MeterEntity[]] => [id, meters.map(copyOf)]);
    for (const part of parts) copyOf(part);
    this.site = { areas, metersByArea: new Map(copies) };
    this.replayed = [...replayed.values()];
  }

  /**
   * Returns the power in kW at an instant; null if no meter has a recent power.
   * @param atMs must not be earlier than in the previous call
   */
  at(atMs: number): number | null {
    const hasChanged = this.advance(atMs);
    if (hasChanged) composeFormulas(this.replayed.map(({ meter }) => meter));
    if (hasChanged || atMs > this.freshUntilMs) {
      const meters = powerMetersByArea(this.site, 'electricity', atMs).get(this.areaId) ?? [];
      this.powerKw = roundedEnergy(sumOfPower(meters));
      this.freshUntilMs = Math.min(...meters.map(freshUntilMs));
    }
    return this.powerKw;
  }

  /** @returns true if the power of a meter has changed */
  private advance(atMs: number): boolean {
    let hasChanged = false;
    for (const replayed of this.replayed) {
      const { meter, powers } = replayed;
      let power = powers[replayed.next];
      while (power && power.atMs <= atMs) {
        Object.assign(meter, { lastPowerKw: power.powerKw, lastPowerAt: new Date(power.atMs) });
        hasChanged = true;
        power = powers[++replayed.next];
      }
    }
    return hasChanged;
  }
}
