import type { AirHandler, AirRole } from '@app/entities';
import { GatewayClient, type GatewaySample } from '@app/gateway-client';
import { type Actor, chunksOf, DomainError, say, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import type { Bucket } from '../../metering/arithmetic/calendar';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { pointHistory } from '../alert-rules/point-history';
import { numberOf } from '../alert-rules/to-sample';
import { AIR_STEP_MS, type AirSamples } from './air-rules';

/** A value is kept for half an hour, because a point may report only changes. */
const KEPT_STEPS = 6;
const AT_ONCE = 4;
/** Two digits that are 0, read as the codes of their characters. */
const DIGITS_AT_ZERO = 11 * 0x30;

/** Stores air handling units, and reads the history of their points. They are a part of the configuration. */
@Injectable()
export class AirHandlersService {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly areas: AreasService,
    private readonly gateway: GatewayClient,
  ) {}

  /** The units of areas that exist. */
  async list(): Promise<AirHandler[]> {
    const { airHandlers } = await this.configuration.current();
    if (!airHandlers || airHandlers.length === 0) return [];
    const known = await this.areaIds();
    return airHandlers.filter(({ areaId }) => known.has(areaId));
  }

  /** @throws DomainError invalid for an unknown area, and for two units with the same supply air temperature */
  async replace(actor: Actor, airHandlers: AirHandler[]): Promise<AirHandler[]> {
    const known = await this.areaIds();
    const codes = airHandlers.map(({ points }) => points.supplyTemperature);
    const details = airHandlers.flatMap(({ areaId, points }, index) => {
      const path = `airHandlers[${index}]`;
      // The losses of a unit are known by this point.
      const isRepeated = codes.indexOf(points.supplyTemperature) < index;
      return [
        ...(known.has(areaId) ? [] : [{ path: `${path}.areaId`, ...unknownRecord('area', areaId) }]),
        ...(isRepeated ? [{ path: `${path}.points.supplyTemperature`, ...say('air_point_repeated') }] : []),
      ];
    });
    if (details.length > 0) throw DomainError.invalid('The air handling units are not valid.', details);
    return (await this.configuration.change(actor, { airHandlers })).airHandlers ?? [];
  }

  /**
   * Reads the history of points of a unit from the gateway, a few points at a time. A point that cannot be read has no
   * values, because other rules must not depend on it.
   * @param range whole steps
   */
  async samples({ points }: AirHandler, roles: readonly AirRole[], range: Bucket): Promise<AirSamples> {
    const samples: AirSamples = { startMs: range.startMs, values: {} };
    for (const some of chunksOf([...roles], AT_ONCE))
      await Promise.all(
        some.map(async (role) => {
          const code = points[role];
          if (code !== undefined) samples.values[role] = await this.steps(code, range, role);
        }),
      );
    return samples;
  }

  private async areaIds(): Promise<Set<number>> {
    return new Set((await this.areas.energySite()).areas.map(({ id }) => id));
  }

  private async steps(code: string, { startMs, endMs }: Bucket, role: AirRole): Promise<Float64Array> {
    const sums = new Float64Array((endMs - startMs) / AIR_STEP_MS);
    const counts = new Float64Array(sums.length);
    try {
      const range = { from: new Date(startMs), to: new Date(endMs) };
      for await (const portion of pointHistory(this.gateway, code, range))
        addSamples(portion, startMs, sums, counts);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // A part of a day could look like a day without faults.
      return sums.fill(Number.NaN);
    }
    const means = sums.map((sum, step) => ((counts[step] ?? 0) > 0 ? sum / (counts[step] ?? 1) : Number.NaN));
    return role === 'fanStatus' ? keep(means.map((mean) => (mean > 0 ? 1 : mean))) : keep(means);
  }
}

function addSamples(
  portion: readonly GatewaySample[],
  startMs: number,
  sums: Float64Array,
  counts: Float64Array,
): void {
  for (const { value, quality, timestamp } of portion) {
    const number = quality === 'bad' ? null : numberOf(value);
    if (number === null) continue;
    const step = Math.floor((minuteOf(timestamp) - startMs) / AIR_STEP_MS);
    sums[step] = (sums[step] ?? 0) + number;
    counts[step] = (counts[step] ?? 0) + 1;
  }
}

/** The minute of a timestamp in the form of `toISOString`. Reading the digits is much faster than `Date.parse`. */
function minuteOf(timestamp: string): number {
  const two = (at: number) => timestamp.charCodeAt(at) * 10 + timestamp.charCodeAt(at + 1) - DIGITS_AT_ZERO;
  return Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14));
}

/** Fills steps without a value with the last one, for a limited time. */
function keep(values: Float64Array): Float64Array {
  let [last, age] = [Number.NaN, 0];
  return values.map((value) => {
    if (Number.isNaN(value)) return ++age <= KEPT_STEPS ? last : Number.NaN;
    [last, age] = [value, 0];
    return value;
  });
}
