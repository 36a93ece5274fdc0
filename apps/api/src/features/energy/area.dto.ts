import type { AreaCard } from '@app/contracts';
import { historyProgress, type Site } from '@app/domain';
import type { AreaEntity, MeasuredType, MeterEntity, MeterKind, StampedAt } from '@app/entities';
import { MAX_RECORD_ID } from '@app/kernel';
import { IsInt, IsNotEmpty, IsNumber, IsString, Max, MaxLength, Min, NotEquals } from 'class-validator';
import { IntegerProperty, RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { IsWithin } from '../../http/fields/is-within.decorator';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { MEASURED_TYPES } from './energy-types';
import { OneOf } from '../../http/fields/one-of.decorator';

const KINDS: MeterKind[] = ['cumulative', 'interval', 'power', 'formula'];
const STAMPS: StampedAt[] = ['start', 'end'];
const MAX_AREAS = 5000;
const MAX_PARTS = 100;

/** A part of a formula. */
export class FormulaPartDto {
  /** Code of a meter in any area. It may be a formula too. */
  @IsString() @IsNotEmpty() @MaxLength(255) pointCode: string;
  /** The factor by which the energy of the meter is multiplied, never 0. Use -1 to subtract the meter. */
  @IsNumber() @NotEquals(0) @Min(-1e9) @Max(1e9) factor: number;
}

/** A meter to read, or a formula of other meters. */
export class MeterDto {
  /** Code of the gateway point whose history is read. The code of a formula is free. */
  @IsString() @IsNotEmpty() @MaxLength(255) pointCode: string;

  /**
   * The measured energy type. Default `electricity`. `reactive` is the reactive energy of the electricity, in kvarh. It
   * counts only for power factors and bills.
   */
  @Omittable() @OneOf(MEASURED_TYPES) energyType?: MeasuredType;

  /**
   * `cumulative`: a register that counts up (default). `interval`: energy per interval. `power`: power in kW. `formula`:
   * the energy is computed from other meters. A meter cannot become a formula, and a formula cannot become another kind.
   */
  @Omittable() @OneOf(KINDS) kind?: MeterKind;

  /** The value of one unit of the point in kWh (m³ for water, kvarh for reactive energy), or in kW for a power meter. Default 1, never 0. */
  @Omittable() @IsNumber() @NotEquals(0) @Min(-1e9) @Max(1e9) multiplier?: number;

  /** Start of the meter's history. Default 30 days before the meter is created. */
  @Omittable() @IsInstant() since?: string;

  /** Length of an interval, or the usual distance between readings, in seconds. Default 900. */
  @Omittable()
  @IsInt()
  @Min(1)
  @Max(31 * 86_400)
  @IntegerProperty({ minimum: 1, maximum: 31 * 86_400 })
  intervalSeconds?: number;

  /** Whether the timestamp of an interval is its start (default) or its end. */
  @Omittable() @OneOf(STAMPS) stampedAt?: StampedAt;

  /**
   * The value at which the register rolls over to 0, in units of the point. If it is null, a decrease counts as a
   * reset.
   */
  @Omittable() @Nullable() @IsNumber() @Min(0) registerMax?: number | null;

  /**
   * Highest plausible power in kW (m³ per hour for water). Default null, which means no limit. For a power meter, it
   * limits each sample. For other meters, it limits the mean power between two readings, or of one interval. The mean
   * is taken over at least 15 minutes. If the limit is exceeded, none of this energy is counted. Its time counts as a
   * gap, which lowers `coverage`. A single false sample of a register is ignored. The field `implausible` counts the
   * energy steps and the samples above the limit. Without a limit, a false reading of a register is counted as energy.
   */
  @Omittable() @Nullable() @IsNumber() @Min(0.001) @Max(1e9) maxPowerKw?: number | null;

  /**
   * Required for the kind `formula`: the meters whose energies are added, each times its factor. A formula must not
   * contain itself, directly or through other formulas. Its energy counts only while all of its meters are measured, so
   * its coverage is that of the worst of them. The other settings, except `energyType`, have no effect on a formula.
   */
  @Omittable() @Nullable() @NestedList(FormulaPartDto, { max: MAX_PARTS }) formula?: FormulaPartDto[] | null;
}

/** Power limits of an area, in kW. */
export class LimitsDto {
  /** Power from which the status of the area is `warning`; null for no limit. */
  @Omittable() @Nullable() @IsNumber() warningKw?: number | null;
  /** Power from which the status of the area is `overLimit`; null for no limit. */
  @Omittable() @Nullable() @IsNumber() overLimitKw?: number | null;
}

/** An area of the new set. Omitted fields of an existing area keep their values. */
export class AreaInputDto {
  /** Id of the existing area to keep. Omit it to create an area; the answer has its id. An unknown id is refused. */
  @Omittable() @RecordId() id?: number;

  /** The area's name. Default for a new area: `Area` and its id, such as `Area 4`. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) name?: string;

  /** Id of the area that contains this one; null for none. */
  @Omittable() @Nullable() @RecordId() parentId?: number | null;

  /**
   * Position of the parent area in this list, from 0. Use it for a parent that the same request creates. It takes
   * precedence over `parentId`.
   */
  @Omittable()
  @IsInt()
  @Min(0)
  @Max(MAX_AREAS - 1)
  @IntegerProperty({ maximum: MAX_AREAS - 1 })
  parentIndex?: number;

  /** Position among areas with the same parent; lower numbers come first. */
  @Omittable()
  @IsInt()
  @Min(0)
  @Max(2_147_483_647)
  @IntegerProperty({ maximum: MAX_RECORD_ID })
  sortOrder?: number;

  /** Floor area in m²; null if it is not known. `GET /energy/benchmarks` compares areas with a floor area. */
  @Omittable() @Nullable() @IsWithin(0.01, 1e9) floorAreaM2?: number | null;

  /** The use of the area, such as `office`; null if it is not known. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(100) use?: string | null;

  /** The consumption in kWh (m³ for water) per m² and year with which the area is compared; null for none. */
  @Omittable() @Nullable() @IsWithin(0, 1e9) referenceKwhPerM2?: number | null;

  /** The year in which the area was built; null if it is not known. */
  @Omittable()
  @Nullable()
  @IsInt()
  @Min(1000)
  @Max(2100)
  @IntegerProperty({ minimum: 1000, maximum: 2100 })
  builtYear?: number | null;

  /** The outdoor temperature in °C below which the area heats, for degree days; null for the default of 15 °C. */
  @Omittable() @Nullable() @IsWithin(-20, 40) heatingBaseC?: number | null;

  /** The outdoor temperature in °C above which the area cools, for degree days; null for the default of 22 °C. */
  @Omittable() @Nullable() @IsWithin(-20, 40) coolingBaseC?: number | null;

  /** All meters of the area. A meter that is not in the list is removed. */
  @Omittable()
  @NestedList(MeterDto, { max: 1000 })
  meters?: MeterDto[];

  /** Power limits. */
  @Omittable() @Nested(LimitsDto) limits?: LimitsDto;
}

/** The complete set of areas. */
export class AreaSetDto {
  /** All areas. An area that is not in the list is deleted. */
  @NestedList(AreaInputDto, { max: MAX_AREAS })
  areas: AreaInputDto[];
}

/**
 * The measurements of a meter that exceed its `maxPowerKw`. They are not counted as energy. A step is the energy
 * between two readings or of one interval; a sample is one reading.
 */
export class ImplausibleDto {
  /** Number of implausible steps and samples. */
  @IntegerProperty({ minimum: 0 }) count: number;
  /** End of the newest implausible step, or time of the newest implausible sample; null if there are none. */
  @InstantProperty() lastAt: string | null;
}

/** A meter of an area. */
export class AreaMeterDto {
  /** Code of the gateway point whose history is read, or of a formula. */
  pointCode: string;
  /** The measured energy type. */
  energyType: 'electricity' | 'gas' | 'water' | 'heating' | 'cooling' | 'reactive';
  /** A register that counts up, energy per interval, power in kW, or a formula of other meters. */
  kind: 'cumulative' | 'interval' | 'power' | 'formula';
  /** The value of one unit of the point in kWh (m³ for water), or in kW for a power meter. */
  multiplier: number;
  /** Start of the meter's history. */
  @InstantProperty() since: string;
  /** Length of an interval, or the usual distance between readings, in seconds. */
  @IntegerProperty({ minimum: 1 }) intervalSeconds: number;
  /** Whether the timestamp of an interval is its start or its end. */
  stampedAt: 'start' | 'end';
  /** The value at which the register rolls over to 0, in units of the point; null if a decrease counts as a reset. */
  registerMax: number | null;
  /** Highest plausible power in kW (m³ per hour for water); null for no limit. */
  maxPowerKw: number | null;
  /** The steps and samples that exceed `maxPowerKw`. */
  implausible: ImplausibleDto;
  /** The parts of a formula; null for other kinds. */
  @Nullable() @NestedList(FormulaPartDto) formula: FormulaPartDto[] | null;
  /** Timestamp of the newest reading; null before the first. For a formula, the oldest of the timestamps of its parts. */
  @InstantProperty() lastReadingAt: string | null;
  /**
   * Share of the meter's history that has been read, from 0 to 1. The history starts at `since`. During a re-read, the
   * share is lower. A formula has no history of its own, so its share is 1.
   */
  @ShareProperty() historyProgress: number;
}

/** Power limits of an area, in kW. */
export class AreaLimitsDto {
  /** Power from which the status of the area is `warning`; null for no limit. */
  warningKw: number | null;
  /** Power from which the status of the area is `overLimit`; null for no limit. */
  overLimitKw: number | null;
}

/** An area with its current figures. The figures include the areas inside it. */
export class AreaDto {
  /** The area's id. Ids are never reused. */
  @RecordId() id: number;
  /** Id of the area that contains this one; null for none. */
  @RecordId() parentId: number | null;
  /** The area's name. */
  name: string;
  /** Position among areas with the same parent; lower numbers come first. */
  @IntegerProperty() sortOrder: number;
  /** Current power in kW; null if there is no recent reading. */
  currentPower: number | null;
  /** Energy since midnight of the platform time zone in kWh (m³ for water); null if nothing was measured. */
  energyToday: number | null;
  /** Energy since the first of the month in kWh (m³ for water); null if nothing was measured. */
  energyMonth: number | null;
  /**
   * How the current power compares with the limits. `unknown` if `currentPower` is null: the area has no meter, or none
   * with a recent value. The interface specification has only the other three values.
   */
  status: 'normal' | 'warning' | 'overLimit' | 'unknown';
  /** Timestamp of the newest reading; null before the first. */
  @InstantProperty() lastReadingAt: string | null;
  /** Power limits. */
  limits: AreaLimitsDto;
  /** Floor area in m²; null if it is not known. */
  floorAreaM2: number | null;
  /** The use of the area; null if it is not known. */
  use: string | null;
  /** The consumption in kWh (m³ for water) per m² and year with which the area is compared; null for none. */
  referenceKwhPerM2: number | null;
  /** The year in which the area was built; null if it is not known. */
  @IntegerProperty({ minimum: 1000, maximum: 2100 }) builtYear: number | null;
  /** The outdoor temperature in °C below which the area heats, for degree days; null for the default of 15 °C. */
  heatingBaseC: number | null;
  /** The outdoor temperature in °C above which the area cools, for degree days; null for the default of 22 °C. */
  coolingBaseC: number | null;
  /** The area's own meters, without those of the areas inside it. */
  meters: AreaMeterDto[];
}

/** All areas. */
export class AreasDto {
  /** The areas, each with its figures. */
  areas: AreaDto[];
}

/** A point code that the gateway does not know. */
export class UnknownPointValuesDto {
  /** The point code. */
  pointCode: string;
}

/** A warning about an area that was saved. */
export class AreaWarningDto {
  /** The field that the warning is about, for example `areas[0].meters[1].pointCode`. */
  path: string;
  /** `unknown_point`: the gateway does not list the point of a meter, so the meter has no readings. */
  code: 'unknown_point';
  /** Message for people. */
  message: string;
  /** The values in the message. */
  values: UnknownPointValuesDto;
}

/** All areas after they were saved. */
export class SavedAreasDto extends AreasDto {
  /** Warnings. The areas were saved all the same. Empty if the gateway cannot be asked. */
  warnings: AreaWarningDto[];
}

/** @param unknown the codes that the gateway does not know */
export function warningsOf({ areas }: AreaSetDto, unknown: ReadonlySet<string>): AreaWarningDto[] {
  return areas.flatMap(({ meters = [] }, area) =>
    meters.flatMap(({ pointCode }, meter) =>
      unknown.has(pointCode)
        ? [
            {
              path: `areas[${area}].meters[${meter}].pointCode`,
              code: 'unknown_point' as const,
              message: `The gateway has no point '${pointCode}'. The meter has no readings until it has.`,
              values: { pointCode },
            },
          ]
        : [],
    ),
  );
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
    floorAreaM2: area.floorAreaM2,
    use: area.use,
    referenceKwhPerM2: area.referenceKwhPerM2,
    builtYear: area.builtYear,
    heatingBaseC: area.heatingBaseC,
    coolingBaseC: area.coolingBaseC,
    limits: { warningKw: area.warningKw, overLimitKw: area.overLimitKw },
    meters: meters.map(toMeterDto),
  };
}

function toMeterDto(meter: MeterEntity): AreaMeterDto {
  return {
    pointCode: meter.pointCode,
    // The meter of the outdoor temperature belongs to no area.
    energyType: meter.energyType as MeasuredType,
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
    formula: meter.formula?.map(({ pointCode, factor }) => ({ pointCode, factor })) ?? null,
    lastReadingAt: meter.lastReadingAt?.toISOString() ?? null,
    historyProgress: historyProgress(meter),
  };
}
