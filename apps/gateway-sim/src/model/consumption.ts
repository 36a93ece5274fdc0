import { HOUR_MS, type LocalCalendar, type LocalDay, MINUTE_MS } from '@app/gateway-server';
import { seedOf, swingAt } from './random';
import type { DayCurve } from './working-hours';

/** The start of operation. There are no measurements before it. */
export const COMMISSIONED_MS = Date.UTC(2010, 0, 1);

/** The consumption is constant within a slot. No meter has a finer resolution. */
export const SLOT_MS = 30_000;
const SLOTS_PER_HOUR = HOUR_MS / SLOT_MS;
const SLOT_MINUTES = SLOT_MS / MINUTE_MS;

const DAY_SPREAD = 0.07;
const HOUR_SPREAD = 0.05;
const SLOT_SPREAD = 0.06;

/** The usual consumption per hour (kW, m³/h) during a local day; always above 0. */
export type Demand = (day: LocalDay) => DayCurve;

/**
 * The consumption of one consumer. The amount of each hour is computed from the demand and a random factor, which
 * depends on the day and the hour. The amount is then divided among the slots of the hour. The cumulative consumption
 * is the sum of all complete hours and the elapsed part of the current hour. It is exactly the integral of the rate.
 */
export class Consumption {
  /** Cumulative consumption at the start of each hour since the start of operation. The list is extended on demand. */
  private readonly totals: number[] = [0];
  /**
   * The most recently requested hour. `withinHour` contains the cumulative consumption within this hour at the start of
   * each slot.
   */
  private openHour = -1;
  private readonly withinHour = new Float64Array(SLOTS_PER_HOUR + 1);
  private readonly daySeed: number;
  private readonly hourSeed: number;
  private readonly slotSeed: number;

  constructor(
    seed: number,
    private readonly calendar: LocalCalendar,
    private readonly demand: Demand,
  ) {
    this.daySeed = seedOf(seed, 'day');
    this.hourSeed = seedOf(seed, 'hour');
    this.slotSeed = seedOf(seed, 'slot');
  }

  /** The rate at an instant, in units per hour (kW if the unit is kWh). */
  ratePerHour(atMs: number): number {
    if (atMs < COMMISSIONED_MS) return 0;
    const [, slot] = this.open(atMs);
    return this.amountOfSlot(slot) * SLOTS_PER_HOUR;
  }

  /** Cumulative consumption from the start of operation up to an instant. */
  total(atMs: number): number {
    if (atMs <= COMMISSIONED_MS) return 0;
    const [hour, slot, slotShare] = this.open(atMs);
    return this.totalBefore(hour) + (this.withinHour[slot] ?? 0) + slotShare * this.amountOfSlot(slot);
  }

  private amountOfSlot(slot: number): number {
    return (this.withinHour[slot + 1] ?? 0) - (this.withinHour[slot] ?? 0);
  }

  private open(atMs: number): [hour: number, slot: number, slotShare: number] {
    const hour = Math.floor((atMs - COMMISSIONED_MS) / HOUR_MS);
    if (hour !== this.openHour) this.divide(hour);
    const slots = (atMs - COMMISSIONED_MS - hour * HOUR_MS) / SLOT_MS;
    const slot = Math.floor(slots);
    return [hour, slot, slots - slot];
  }

  private totalBefore(hour: number): number {
    for (let known = this.totals.length; known <= hour; known++) {
      this.totals.push((this.totals[known - 1] ?? 0) + this.amountOfHour(known - 1));
    }
    return this.totals[hour] ?? 0;
  }

  private amountOfHour(hour: number): number {
    const middleMs = COMMISSIONED_MS + hour * HOUR_MS + HOUR_MS / 2;
    const dayChance = DAY_SPREAD * swingAt(this.daySeed, this.calendar.dayNumberAt(middleMs));
    const hourChance = HOUR_SPREAD * swingAt(this.hourSeed, hour);
    return this.demandAt(middleMs) * (1 + dayChance) * (1 + hourChance);
  }

  private divide(hour: number): void {
    const startMs = COMMISSIONED_MS + hour * HOUR_MS;
    const demandIn = this.demandWithin(startMs);
    let weight = 0;
    for (let slot = 0; slot < SLOTS_PER_HOUR; slot++) {
      const chance = SLOT_SPREAD * swingAt(this.slotSeed, hour * SLOTS_PER_HOUR + slot);
      weight += demandIn(slot) * (1 + chance);
      this.withinHour[slot + 1] = weight;
    }
    const amount = this.amountOfHour(hour);
    for (let slot = 1; slot < SLOTS_PER_HOUR; slot++) {
      this.withinHour[slot] = ((this.withinHour[slot] ?? 0) / weight) * amount;
    }
    this.withinHour[SLOTS_PER_HOUR] = amount;
    this.openHour = hour;
  }

  /** Returns the demand in the middle of each slot of an hour. The local day seldom changes within an hour. */
  private demandWithin(startMs: number): (slot: number) => number {
    const [day, firstMinute] = this.calendar.at(startMs);
    const [lastDay, lastMinute] = this.calendar.at(startMs + HOUR_MS - SLOT_MS);
    const isEven = lastDay === day && lastMinute === firstMinute + (SLOTS_PER_HOUR - 1) * SLOT_MINUTES;
    if (!isEven) return (slot) => this.demandAt(startMs + (slot + 0.5) * SLOT_MS);
    const demand = this.demand(day);
    return (slot) => demand(firstMinute + (slot + 0.5) * SLOT_MINUTES);
  }

  private demandAt(atMs: number): number {
    const [day, minute] = this.calendar.at(atMs);
    return this.demand(day)(minute);
  }
}
