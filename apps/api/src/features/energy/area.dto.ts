import type { AreaCard } from '@app/contracts';
import { historyProgress, type Site } from '@app/domain';
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
import {
  IntegerProperty,
  MAX_RECORD_ID,
  RecordIdProperty,
  ShareProperty,
} from '../../http/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/is-instant.decorator';
import { Nullable, Omittable } from '../../http/omittable.decorator';
import { ENERGY_TYPES } from './energy-types';

const KINDS: MeterKind[] = ['cumulative', 'interval', 'power'];
const STAMPS: StampedAt[] = ['start', 'end'];
const MAX_AREAS = 5000;

/** A meter to read. */
export class MeterDto {
  /** Code of the gateway point whose history is read. */
  @IsString() @IsNotEmpty() @MaxLength(255) pointCode: string;

  /** What the meter measures. Default `electricity`. */
  @Omittable() @IsIn(ENERGY_TYPES) energyType?: EnergyType;

  /** `cumulative`: a register that counts up (default). `interval`: energy per interval. `power`: power in kW. */
  @Omittable() @IsIn(KINDS) kind?: MeterKind;

  /** What one unit of the point is in kWh (m³ for water), or in kW for a power meter. Default 1, never 0. */
  @Omittable() @IsNumber() @NotEquals(0) @Min(-1e9) @Max(1e9) multiplier?: number;

  /** Readings are taken from this instant on. Default 30 days before the meter is created. */
  @Omittable() @IsInstant() since?: string;

  /** Length of an interval, or the usual distance between readings, in seconds. Default 900. */
  @Omittable()
  @IsInt()
  @Min(1)
  @Max(31 * 86_400)
  @IntegerProperty({ minimum: 1, maximum: 31 * 86_400 })
  intervalSeconds?: number;

  /** Whether the timestamp of an interval is its start (default) or its end. */
  @Omittable() @IsIn(STAMPS) stampedAt?: StampedAt;

  /** The value at which the register rolls over, in units of the point. If it is null, a fall counts as a reset. */
  @Omittable() @Nullable() @IsNumber() @Min(0) registerMax?: number | null;

  /**
   * Highest plausible mean power between two readings, or of an interval, in kW (m³ per hour for water). A step above
   * it is not counted: its time is a gap that lowers `coverage`, and `implausible` reports it. For a power meter it is
   * the highest plausible sample. Default null: no limit, so a false reading of a register counts as energy.
   */
  @Omittable() @Nullable() @IsNumber() @Min(0.001) @Max(1e9) maxPowerKw?: number | null;
}

/** Power limits of an area, in kW. */
export class LimitsDto {
  /** The area's status is `warning` from here on; null for no limit. */
  @Omittable() @Nullable() @IsNumber() warningKw?: number | null;
  /** The area's status is `overLimit` from here on; null for no limit. */
  @Omittable() @Nullable() @IsNumber() overLimitKw?: number | null;
}

/** An area of the new set. Omitted fields of an existing area stay as they are. */
export class AreaInputDto {
  /** Id of the existing area to keep. Omit it to create an area; the answer has its id. An unknown id is refused. */
  @Omittable() @IsInt() @Min(1) @Max(MAX_RECORD_ID) @RecordIdProperty() id?: number;

  /** The area's name. Required for a new area. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) name?: string;

  /** Id of the area that contains this one; null for none. */
  @Omittable() @Nullable() @IsInt() @Min(1) @RecordIdProperty() parentId?: number | null;

  /**
   * Position in this list, from 0, of the area that contains this one. For a parent that the same request creates.
   * It takes precedence over `parentId`.
   */
  @Omittable()
  @IsInt()
  @Min(0)
  @Max(MAX_AREAS - 1)
  @IntegerProperty({ maximum: MAX_AREAS - 1 })
  parentIndex?: number;

  /** Position among its siblings; lower comes first. */
  @Omittable()
  @IsInt()
  @Min(0)
  @Max(2_147_483_647)
  @IntegerProperty({ maximum: MAX_RECORD_ID })
  sortOrder?: number;

  /** All meters of the area. A meter that is not in the list is removed. */
  @Omittable()
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => MeterDto)
  meters?: MeterDto[];

  /** Power limits. */
  @Omittable() @ValidateNested() @Type(() => LimitsDto) limits?: LimitsDto;
}

/** The complete set of areas. */
export class AreaSetDto {
  /** All areas. An area that is not in the list is deleted. */
  @IsArray()
  @ArrayMaxSize(MAX_AREAS)
  @ValidateNested({ each: true })
  @Type(() => AreaInputDto)
  areas: AreaInputDto[];
}

/** Steps of a meter that are not counted because they exceed `maxPowerKw`. */
export class ImplausibleDto {
  /** How many steps are not counted. */
  @IntegerProperty({ minimum: 0 }) count: number;
  /** End of the newest of them; null if there are none. */
  @InstantProperty() lastAt: string | null;
}

/** A meter of an area. */
export class AreaMeterDto {
  /** Code of the gateway point whose history is read. */
  pointCode: string;
  /** What the meter measures. */
  energyType: 'electricity' | 'gas' | 'water' | 'heating' | 'cooling';
  /** A register that counts up, energy per interval, or power in kW. */
  kind: 'cumulative' | 'interval' | 'power';
  /** What one unit of the point is in kWh (m³ for water), or in kW for a power meter. */
  multiplier: number;
  /** Readings are taken from this instant on. */
  @InstantProperty() since: string;
  /** Length of an interval, or the usual distance between readings, in seconds. */
  @IntegerProperty({ minimum: 1 }) intervalSeconds: number;
  /** Whether the timestamp of an interval is its start or its end. */
  stampedAt: 'start' | 'end';
  /** The value at which the register rolls over, in units of the point; null if a fall counts as a reset. */
  registerMax: number | null;
  /** Highest plausible mean power between two readings, in kW (m³ per hour for water); null for no limit. */
  maxPowerKw: number | null;
  /** Steps that exceed `maxPowerKw`. */
  implausible: ImplausibleDto;
  /** Timestamp of the newest reading; null before the first. */
  @InstantProperty() lastReadingAt: string | null;
  /** Share of the history since `since` that has been read, from 0 to 1. A re-read lowers it until it is done. */
  @ShareProperty() historyProgress: number;
}

/** Power limits of an area, in kW. */
export class AreaLimitsDto {
  /** The area's status is `warning` from here on; null for no limit. */
  warningKw: number | null;
  /** The area's status is `overLimit` from here on; null for no limit. */
  overLimitKw: number | null;
}

/** An area with its current figures. The figures include the areas inside it. */
export class AreaDto {
  /** The area's id. Ids are never reused. */
  @RecordIdProperty() id: number;
  /** Id of the area that contains this one; null for none. */
  @RecordIdProperty() parentId: number | null;
  /** The area's name. */
  name: string;
  /** Position among its siblings; lower comes first. */
  @IntegerProperty() sortOrder: number;
  /** Current power in kW; null if there is no recent reading. */
  currentPower: number | null;
  /** Energy since midnight of the platform time zone in kWh (m³ for water); null if nothing was measured. */
  energyToday: number | null;
  /** Energy since the first of the month in kWh (m³ for water); null if nothing was measured. */
  energyMonth: number | null;
  /** How the current power compares with the limits. */
  status: 'normal' | 'warning' | 'overLimit';
  /** Timestamp of the newest reading; null before the first. */
  @InstantProperty() lastReadingAt: string | null;
  /** Power limits. */
  limits: AreaLimitsDto;
  /** The area's own meters, without those of the areas inside it. */
  meters: AreaMeterDto[];
}

/** All areas. */
export class AreasDto {
  /** The areas, each with its figures. */
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
    maxPowerKw: meter.maxPowerKw,
    implausible: {
      count: meter.implausibleSteps,
      lastAt: meter.lastImplausibleAt?.toISOString() ?? null,
    },
    lastReadingAt: meter.lastReadingAt?.toISOString() ?? null,
    historyProgress: historyProgress(meter),
  };
}
