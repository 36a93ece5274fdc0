import { nextSlotMs } from './slot-rule';

/** A slot counts as missed if a worker processes it more than this long after its time. */
const LATEST_MS = 60_000;
/** This time is longer than any change that moves the clocks forward. */
const BEFORE_ANY_SHIFT_MS = 3 * 3_600_000;

export interface Slots {
  cron: string;
  /** IANA name of the time zone. */
  zone: string;
}

/** Whether a due slot fires, and the time of the next slot. */
export interface DueSlot {
  fires: boolean;
  nextMs: number | null;
}

/**
 * A slot that is too late counts as missed and never fires. The next slot is the first one that is not too late; it may
 * already be due.
 */
export function dueSlot({ cron, zone }: Slots, slotMs: number, nowMs: number): DueSlot {
  const earliestMs = nowMs - LATEST_MS;
  return slotMs >= earliestMs
    ? { fires: true, nextMs: nextSlotMs(cron, zone, slotMs) }
    : { fires: false, nextMs: nextSlotMs(cron, zone, earliestMs - 1) };
}

/**
 * Returns true if the schedule has a slot at `atMs`. The first search starts just before `atMs`. If a clock change has
 * moved the slot, only a search that starts before the change finds it, so a second search starts earlier.
 */
export function isSlot({ cron, zone }: Slots, atMs: number): boolean {
  if (nextSlotMs(cron, zone, atMs - 1) === atMs) return true;
  let slotMs = nextSlotMs(cron, zone, atMs - BEFORE_ANY_SHIFT_MS);
  while (slotMs !== null && slotMs < atMs) slotMs = nextSlotMs(cron, zone, slotMs);
  return slotMs === atMs;
}
