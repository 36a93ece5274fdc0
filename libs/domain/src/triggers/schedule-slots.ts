import { nextFireMs } from '../workflows/cron-schedule';

/** A slot that is later than this when a worker comes to it was missed. */
export const LATEST_MS = 60_000;
/** Longer than clocks are ever put forward at one time. */
const BEFORE_ANY_SHIFT_MS = 3 * 3_600_000;

export interface Slots {
  cron: string;
  /** IANA name. */
  zone: string;
}

/** What is to be done about a slot that has come: fire it or not, and which is the next. */
export interface DueSlot {
  fires: boolean;
  nextMs: number | null;
}

/**
 * A slot that was missed is not made up for: it is passed over, with all that follow it, up to the first that is not too
 * late. That one may be due already.
 */
export function dueSlot({ cron, zone }: Slots, slotMs: number, nowMs: number): DueSlot {
  const earliestMs = nowMs - LATEST_MS;
  return slotMs >= earliestMs
    ? { fires: true, nextMs: nextFireMs(cron, zone, slotMs) }
    : { fires: false, nextMs: nextFireMs(cron, zone, earliestMs - 1) };
}

/**
 * Whether the schedule has a slot at `atMs`. One that was moved because clocks were put forward is known only by those
 * who come from before that.
 */
export function isSlot({ cron, zone }: Slots, atMs: number): boolean {
  if (nextFireMs(cron, zone, atMs - 1) === atMs) return true;
  let slotMs = nextFireMs(cron, zone, atMs - BEFORE_ANY_SHIFT_MS);
  while (slotMs !== null && slotMs < atMs) slotMs = nextFireMs(cron, zone, slotMs);
  return slotMs === atMs;
}
