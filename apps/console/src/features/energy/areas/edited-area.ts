import type { UseFormReturnType } from '@mantine/form';
import type { Area } from '../../../api/areas';
import { type CalendarDate, dateIn } from '../../../format/calendar-period';
import type { AreaInput } from './area-set';

type AreaMeter = Area['meters'][number];
type MeterInput = NonNullable<AreaInput['meters']>[number];

export const METER_KINDS = [
  'cumulative',
  'interval',
  'power',
  'formula',
] as const satisfies AreaMeter['kind'][];

/** A part of a formula as it is edited. */
export interface PartFields {
  /** Identifies the part in the form. */
  key: number;
  pointCode: string;
  factor: number | string;
}

/** A meter as it is edited. */
export interface MeterFields {
  /** Identifies the meter in the form. */
  key: number;
  pointCode: string;
  energyType: AreaMeter['energyType'];
  kind: AreaMeter['kind'];
  multiplier: number | string;
  intervalSeconds: number | string;
  /** Empty for the API's default. */
  since: CalendarDate;
  stampedAt: AreaMeter['stampedAt'];
  /** Empty for none. */
  registerMax: number | string;
  /** Empty for none. */
  maxPowerKw: number | string;
  /** The parts of a formula. */
  formula: PartFields[];
  /** The meter as it is stored; undefined if it is new. */
  stored?: AreaMeter;
}

/** An area as it is edited. */
export interface AreaFields {
  name: string;
  parentId: number | null;
  /** Empty for none. */
  warningKw: number | string;
  /** Empty for none. */
  overLimitKw: number | string;
  /** Empty for none. */
  floorAreaM2: number | string;
  use: string;
  /** Empty for none. */
  referenceKwhPerM2: number | string;
  /** Empty for none. */
  builtYear: number | string;
  /** Empty for the API's default. */
  heatingBaseC: number | string;
  /** Empty for the API's default. */
  coolingBaseC: number | string;
  meters: MeterFields[];
}

export type AreaForm = UseFormReturnType<AreaFields>;

export const NEW_AREA: AreaFields = {
  name: '',
  parentId: null,
  warningKw: '',
  overLimitKw: '',
  floorAreaM2: '',
  use: '',
  referenceKwhPerM2: '',
  builtYear: '',
  heatingBaseC: '',
  coolingBaseC: '',
  meters: [],
};

const nextKey = (rows: readonly { key: number }[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1;

/** Returns the kinds that can be chosen for a meter. A stored meter cannot become a formula, or another kind again. */
export function kindsOf({ stored }: MeterFields): readonly AreaMeter['kind'][] {
  return stored
    ? METER_KINDS.filter((kind) => (kind === 'formula') === (stored.kind === 'formula'))
    : METER_KINDS;
}

export function newPart(parts: readonly PartFields[]): PartFields {
  return { key: nextKey(parts), pointCode: '', factor: 1 };
}

/** Adds a meter with the most usual settings. */
export function newMeter(meters: readonly MeterFields[]): MeterFields {
  return {
    key: nextKey(meters),
    pointCode: '',
    energyType: 'electricity',
    kind: 'cumulative',
    multiplier: 1,
    intervalSeconds: 900,
    since: '',
    stampedAt: 'start',
    registerMax: '',
    maxPowerKw: '',
    formula: [],
  };
}

export function editedOf(area: Area, timezone: string | undefined): AreaFields {
  const { name, parentId, limits, meters } = area;
  return {
    name,
    parentId,
    warningKw: limits.warningKw ?? '',
    overLimitKw: limits.overLimitKw ?? '',
    floorAreaM2: area.floorAreaM2 ?? '',
    use: area.use ?? '',
    referenceKwhPerM2: area.referenceKwhPerM2 ?? '',
    builtYear: area.builtYear ?? '',
    heatingBaseC: area.heatingBaseC ?? '',
    coolingBaseC: area.coolingBaseC ?? '',
    meters: meters.map((meter, key) => editedMeter(meter, key, timezone)),
  };
}

/** @param key identifies the meter in the form */
export function editedMeter(meter: AreaMeter, key: number, timezone: string | undefined): MeterFields {
  return {
    key,
    pointCode: meter.pointCode,
    energyType: meter.energyType,
    kind: meter.kind,
    multiplier: meter.multiplier,
    intervalSeconds: meter.intervalSeconds,
    since: dateIn(timezone, new Date(meter.since)),
    stampedAt: meter.stampedAt,
    registerMax: meter.registerMax ?? '',
    maxPowerKw: meter.maxPowerKw ?? '',
    formula: (meter.formula ?? []).map((part, index) => ({ key: index, ...part })),
    stored: meter,
  };
}

/** Returns the area as the API takes it. */
export function writtenOf(fields: AreaFields, timezone: string | undefined): AreaInput {
  const { name, parentId, warningKw, overLimitKw, meters } = fields;
  return {
    name: name.trim(),
    parentId,
    limits: { warningKw: numberOrNull(warningKw), overLimitKw: numberOrNull(overLimitKw) },
    floorAreaM2: numberOrNull(fields.floorAreaM2),
    use: fields.use.trim() || null,
    referenceKwhPerM2: numberOrNull(fields.referenceKwhPerM2),
    builtYear: numberOrNull(fields.builtYear),
    heatingBaseC: numberOrNull(fields.heatingBaseC),
    coolingBaseC: numberOrNull(fields.coolingBaseC),
    meters: meters.map((meter) => writtenMeter(meter, timezone)),
  };
}

function writtenMeter(fields: MeterFields, timezone: string | undefined): MeterInput {
  const { pointCode, energyType, kind, multiplier, intervalSeconds, stampedAt, registerMax, maxPowerKw } =
    fields;
  if (kind === 'formula') {
    const formula = fields.formula.map((part) => ({
      pointCode: part.pointCode.trim(),
      factor: Number(part.factor),
    }));
    return { pointCode: pointCode.trim(), energyType, kind, formula };
  }
  const since = sinceOf(fields, timezone);
  return {
    pointCode: pointCode.trim(),
    energyType,
    kind,
    multiplier: Number(multiplier),
    intervalSeconds: Number(intervalSeconds),
    stampedAt,
    registerMax: numberOrNull(registerMax),
    maxPowerKw: numberOrNull(maxPowerKw),
    ...(since && { since }),
  };
}

/** The stored instant, unless its date was changed: the history of a meter may begin in the middle of a day. */
function sinceOf({ since, stored }: MeterFields, timezone: string | undefined): string {
  const isUnchanged = stored && dateIn(timezone, new Date(stored.since)) === since;
  return isUnchanged ? stored.since : since;
}

const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value));

/**
 * Returns what the API says about the fields of the edited area. The API names them by the place of the area in the set:
 * `areas.2.meters.0.pointCode`.
 */
export function ownErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, text]) => [
      path.replace(/^areas\.\d+\./, '').replace(/^limits\./, ''),
      text,
    ]),
  );
}
