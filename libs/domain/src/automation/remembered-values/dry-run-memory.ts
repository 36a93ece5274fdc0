import { Clock } from '@app/kernel';
import type {
  Json,
  RecallPort,
  RecallPortKey,
  RememberPort,
  RememberPortChange,
  RememberPortResult,
} from '@app/workflow-engine';
import { applyChange, type Remembered } from './remembered-change';

interface Copy extends Remembered {
  updatedAtMs: number;
}

/**
 * The remembered values of a dry run. Changes go to a copy that only this dry run sees, so they do not affect the
 * stored values.
 */
export class DryRunMemory implements RecallPort, RememberPort {
  private readonly copies = new Map<string, Copy>();
  /** Changes are applied one after the other, as in the database. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly stored: RecallPort,
    private readonly clock: Pick<Clock, 'nowMs'>,
  ) {}

  async recall(key: RecallPortKey): Promise<{ value: Json; updatedAt: string } | null> {
    const copy = this.copies.get(nameOf(key));
    if (!copy) return this.stored.recall(key);
    if (copy.value === null || (copy.expiresAtMs ?? Infinity) <= this.clock.nowMs()) return null;
    return { value: copy.value, updatedAt: new Date(copy.updatedAtMs).toISOString() };
  }

  change(change: RememberPortChange): Promise<RememberPortResult> {
    const result = this.turn.then(() => this.apply(change));
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async apply(change: RememberPortChange): Promise<RememberPortResult> {
    const previous = (await this.recall(change))?.value ?? null;
    const expiresAtMs = this.copies.get(nameOf(change))?.expiresAtMs ?? null;
    const nowMs = this.clock.nowMs();
    const { next, changed } = applyChange({ value: previous, expiresAtMs }, change, nowMs);
    if (next) this.copies.set(nameOf(change), { ...next, updatedAtMs: nowMs });
    return { value: next ? next.value : previous, previous, changed };
  }
}

function nameOf({ scope, name }: RecallPortKey): string {
  return `${scope}/${name}`;
}
