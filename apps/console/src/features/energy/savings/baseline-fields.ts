import { type CalendarDate, dateIn, moved } from '../../../format/calendar-period';
import type { Adjustment, Baseline, BaselineInput } from './baselines.queries';

/** A row of the form. */
export interface AdjustmentRow {
  /** Identifies the row. */
  key: number;
  from: CalendarDate;
  /** The last day, inclusive. */
  last: CalendarDate;
  kwhPerDay: number | string;
  note: string;
  /** The adjustment that the row has come from. */
  stored?: Adjustment;
}

/** The fields of the form. Empty dates are empty texts. */
export interface BaselineFields extends Pick<Baseline, 'name' | 'energyType' | 'method'> {
  areaId: number | null;
  /** Empty for the form with the highest adjusted R². */
  form: NonNullable<Baseline['form']> | '';
  from: CalendarDate;
  /** The last day, inclusive. */
  last: CalendarDate;
  reportingFrom: CalendarDate;
  adjustments: AdjustmentRow[];
}

export const NEW_FIELDS: BaselineFields = {
  name: '',
  areaId: null,
  energyType: 'electricity',
  method: 'dailyChangePoint',
  form: '',
  from: '',
  last: '',
  reportingFrom: '',
  adjustments: [],
};

export const newAdjustment = (rows: readonly AdjustmentRow[]): AdjustmentRow => ({
  key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
  from: '',
  last: '',
  kwhPerDay: '',
  note: '',
});

export function fieldsOf(baseline: Baseline, timeZone: string | undefined): BaselineFields {
  const { name, areaId, energyType, method, form, from, to, reportingFrom, adjustments } = baseline;
  return {
    name,
    areaId,
    energyType,
    method,
    form: form ?? '',
    from: dateIn(timeZone, new Date(from)),
    last: lastDayOf(to, timeZone),
    reportingFrom: dateIn(timeZone, new Date(reportingFrom)),
    adjustments: adjustments.map((stored, key) => ({
      key,
      from: dateIn(timeZone, new Date(stored.from)),
      last: lastDayOf(stored.to, timeZone),
      kwhPerDay: stored.kwhPerDay,
      note: stored.note,
      stored,
    })),
  };
}

/**
 * Returns what the API stores. Programs may have stored instants within a day. They are kept if their dates are not
 * changed.
 * @param stored undefined for a new baseline
 */
export function inputOf(
  fields: BaselineFields,
  stored: Baseline | undefined,
  timeZone: string | undefined,
): BaselineInput {
  const startOf = (date: CalendarDate, before: string | undefined) =>
    before !== undefined && dateIn(timeZone, new Date(before)) === date ? before : date;
  const endOf = (last: CalendarDate, before: string | undefined) =>
    before !== undefined && lastDayOf(before, timeZone) === last ? before : moved('day', last, 1);
  const { name, areaId, energyType, method, form, from, last, reportingFrom, adjustments } = fields;
  return {
    name: name.trim(),
    areaId: areaId ?? 0,
    energyType,
    method,
    form: form === '' ? null : form,
    from: startOf(from, stored?.from),
    to: endOf(last, stored?.to),
    reportingFrom: startOf(reportingFrom, stored?.reportingFrom),
    adjustments: adjustments.map((row) => ({
      from: startOf(row.from, row.stored?.from),
      to: endOf(row.last, row.stored?.to),
      kwhPerDay: Number(row.kwhPerDay),
      note: row.note.trim(),
    })),
  };
}

/** Returns the last day of a period that ends at the instant. */
export function lastDayOf(to: string, timeZone: string | undefined): CalendarDate {
  return dateIn(timeZone, new Date(Date.parse(to) - 1));
}
