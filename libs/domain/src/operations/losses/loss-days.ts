import type { Bucket } from '../../metering/arithmetic/calendar';
import { HOUR_MS, QUARTER_MS, toKwh } from '../../metering/arithmetic/meter-arithmetic';
import { type ProfileHour, weekdayOf } from '../../metering/energy/energy-profiles';

/** An hour of an area with its mean power. */
export interface LossHour {
  startMs: number;
  /** The hour that the local clock shows, 0 to 23. */
  hour: number;
  kw: number;
  /** The number of its quarters in which the area is open, 0 to 4. */
  openQuarters: number;
}

/** A local day of an area. */
export interface LossDay {
  date: string;
  startMs: number;
  /** All hours of the day; empty if one of them was not measured completely. */
  hours: readonly LossHour[];
  /** When the area opens first; null if it is closed the whole day. */
  openingMs: number | null;
}

/** The days of an area, and whether their opening hours are those of a calendar. */
export interface LossDays {
  days: readonly LossDay[];
  hasCalendar: boolean;
}

/** The opening hours of an area without a calendar, from Monday to Friday. */
const USUAL = { fromHour: 8, toHour: 18, lastWeekday: 5 };
const QUARTERS = [0, QUARTER_MS, 2 * QUARTER_MS, 3 * QUARTER_MS];

/**
 * Divides hours into local days.
 * @param wholeHours whole local hours of whole days in order, without gaps
 * @param energies one per hour
 * @param isOpen whether the calendar of the area is open at an instant; null without a calendar
 */
export function lossDays(
  wholeHours: readonly Bucket[],
  energies: readonly ProfileHour[],
  isOpen: ((atMs: number) => boolean) | null,
): LossDays {
  const days: LossDay[] = [];
  for (let first = 0; first < energies.length;) {
    const date = energies[first]?.date ?? '';
    let end = first;
    while (energies[end]?.date === date) end++;
    const ofDay = wholeHours.slice(first, end);
    const openAt = (startMs: number, hour: number) =>
      QUARTERS.filter((ms) => (isOpen ? isOpen(startMs + ms) : isUsuallyOpen(date, hour)));
    const hours = energies.slice(first, end).map(({ hour, lengthMs, energyMwh }, index) => {
      const startMs = ofDay[index]?.startMs ?? 0;
      const kw = energyMwh === null ? null : (toKwh(energyMwh) * HOUR_MS) / lengthMs;
      return { startMs, hour, kw, open: openAt(startMs, hour) };
    });
    const opening = hours.find(({ open }) => open.length > 0);
    const measured = hours.flatMap(({ open, kw, ...rest }) =>
      kw === null ? [] : { ...rest, kw, openQuarters: open.length },
    );
    days.push({
      date,
      startMs: ofDay[0]?.startMs ?? 0,
      hours: measured.length === hours.length ? measured : [],
      openingMs: opening ? opening.startMs + (opening.open[0] ?? 0) : null,
    });
    first = end;
  }
  return { days, hasCalendar: isOpen !== null };
}

function isUsuallyOpen(date: string, hour: number): boolean {
  return weekdayOf(date) <= USUAL.lastWeekday && hour >= USUAL.fromHour && hour < USUAL.toHour;
}
