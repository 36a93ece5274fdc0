import type { EnergyType, LossEvidence, LossRule } from '@app/entities';
import type { Message } from '@app/kernel';

/** A loss that a rule has found. */
export interface FoundLoss {
  /** In m³ for water. */
  kwhPerMonth: number;
  /** The energy type of the loss, and the starts of its hours: they determine the price. */
  energyType: EnergyType;
  hoursMs: readonly number[];
  evidence: LossEvidence[];
}

/** The result of a rule. It cannot judge if `reason` is not null. */
export interface Judgement {
  /** The judged meter, or the supply air temperature of the judged unit; null if the rule judges the whole area. */
  pointCode: string | null;
  /** The energy type of the judged load or baseline; omitted by other rules. */
  energyType?: EnergyType;
  loss: FoundLoss | null;
  reason: Message | null;
}

/** The limit of each rule to be judged. */
export type LossLimits = Partial<Record<LossRule, number>>;

/** Days before the judged day that a rule considers, and how many of them must be complete. */
export const WINDOW_DAYS = 28;
export const LEAST_DAYS = 14;
export const DAYS_PER_MONTH = 365.25 / 12;

export const noLoss: Judgement = { pointCode: null, loss: null, reason: null };
export const found = (loss: FoundLoss): Judgement => ({ ...noLoss, loss });
export const unknown = (reason: Message): Judgement => ({ ...noLoss, reason });

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
