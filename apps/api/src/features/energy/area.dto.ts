import type { AreaCard } from '@app/contracts';
import type { Site } from '@app/domain';
import type { AreaEntity, EnergyType, MeterEntity, MeterKind, StampedAt } from '@app/entities';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import { IsInstant } from '../../http/is-instant.decorator';
import { Nullable, Omittable } from '../../http/omittable.decorator';
import { ENERGY_TYPES } from './energy-types';

const KINDS: MeterKind[] = ['cumulative', 'interval', 'power'];
const STAMPS: StampedAt[] = ['start', 'end'];

export class MeterDto {
  /** The gateway's point whose history is read. */
  @IsString() @IsNotEmpty() @MaxLength(255) pointCode: string;

  /** Default electricity. */
  @Omittable() @IsIn(ENERGY_TYPES) energyType?: EnergyType;

  /** A register (cumulative, default), energy per interval, or power in kW. */
  @Omittable() @IsIn(KINDS) kind?: MeterKind;

  /** What one unit of the point is in kWh (m³ for water), in kW for a power meter; default 1. */
  @Omittable() @IsNumber() @NotEquals(0) @Min(-1e9) @Max(1e9) multiplier?: number;

  /** Where reading begins; default 30 days before the meter is made. */
  @Omittable() @IsInstant() since?: string;

  /** The length of an interval, or how far apart readings usually lie; default 900. */
  @Omittable() @IsInt() @Min(1) @Max(31 * 86_400) intervalSeconds?: number;

  /** Whether an interval's stamp is its start (default) or its end. */
  @Omittable() @IsIn(STAMPS) stampedAt?: StampedAt;

  /** Where the register rolls over, in units of the point; null where a fall is a reset. */
  @Omittable() @Nullable() @IsNumber() @Min(0) registerMax?: number | null;
}

export class LimitsDto {
  @Omittable() @Nullable() @IsNumber() warningKw?: number | null;
  @Omittable() @Nullable() @IsNumber() overLimitKw?: number | null;
}

export class AreaInputDto {
  /** An area that is known keeps what is left out; one that is not is made under this id, or under the next free one. */
  @Omittable() @IsInt() @Min(1) @Max(2_147_483_647) id?: number;

  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) name?: string;

  /** The area that this one lies in; null for none. */
  @Omittable() @Nullable() @IsInt() @Min(1) parentId?: number | null;

  @Omittable() @IsInt() @Min(0) @Max(2_147_483_647) sortOrder?: number;

  @Omittable()
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => MeterDto)
  meters?: MeterDto[];

  @Omittable() @ValidateNested() @Type(() => LimitsDto) limits?: LimitsDto;
}

export class AreaSetDto {
  /** The whole set: an area that is not in it is removed. */
  @IsArray()
  @ArrayMaxSize(5000)
  @ValidateNested({ each: true })
  @Type(() => AreaInputDto)
  areas: AreaInputDto[];
}

export class AreaMeterDto {
  pointCode: string;
  energyType: 'electricity' | 'gas' | 'water' | 'heating' | 'cooling';
  kind: 'cumulative' | 'interval' | 'power';
  multiplier: number;
  since: string;
  intervalSeconds: number;
  stampedAt: 'start' | 'end';
  registerMax: number | null;
  /** Stamp of the newest reading; null before the first. */
  lastReadingAt: string | null;
  /** How much of the history from `since` on has been fetched, 0 to 1. */
  historyProgress: number;
}

export class AreaLimitsDto {
  warningKw: number | null;
  overLimitKw: number | null;
}

export class AreaDto {
  id: number;
  parentId: number | null;
  name: string;
  sortOrder: number;
  /** kW; null when nothing fresh is known. */
  currentPower: number | null;
  /** kWh (m³ for water) since local midnight; null when nothing was measured. */
  energyToday: number | null;
  /** kWh (m³ for water) since the first of the month; null when nothing was measured. */
  energyMonth: number | null;
  status: 'normal' | 'warning' | 'overLimit';
  lastReadingAt: string | null;
  limits: AreaLimitsDto;
  /** The area's own meters, without those of the areas in it. */
  meters: AreaMeterDto[];
}

export class AreasDto {
  areas: AreaDto[];
}

export function toAreasDto(site: Site, cards: readonly AreaCard[]): AreasDto {
  const cardById = new Map(cards.map((card) => [card.id, card]));
  return {
    areas: site.areas.flatMap((area) => {
      const card = cardById.get(area.id);
      return card ? [{ ...card, ...toConfiguration(area, site.metersByArea.get(area.id) ?? []) }] : [];
    }),
  };
}

function toConfiguration(area: AreaEntity, meters: readonly MeterEntity[]) {
  return {
    sortOrder: area.sortOrder,
    limits: { warningKw: area.warningKw, overLimitKw: area.overLimitKw },
    meters: meters.map(toMeterDto),
  };
}

function toMeterDto(meter: MeterEntity): AreaMeterDto {
  return {
    pointCode: meter.pointCode,
    energyType: meter.energyType,
    kind: meter.kind,
    multiplier: meter.multiplier,
    since: meter.since.toISOString(),
    intervalSeconds: meter.intervalSeconds,
    stampedAt: meter.stampedAt,
    registerMax: meter.registerMax,
    lastReadingAt: meter.lastReadingAt?.toISOString() ?? null,
    historyProgress: historyProgress(meter),
  };
}

function historyProgress({ since, backfilledTo, liveFrom }: MeterEntity): number {
  const wholeMs = liveFrom.getTime() - since.getTime();
  return wholeMs <= 0 ? 1 : Math.min(1, (backfilledTo.getTime() - since.getTime()) / wholeMs);
}
