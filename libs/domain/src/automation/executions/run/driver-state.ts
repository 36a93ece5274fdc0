import type { ExecutionWrite } from '../record/execution-store';

/** The node runs of the next round. */
export interface NextWork {
  /** Node runs that are ready to start. */
  ready: number;
  /** True if any of the ready node runs has side effects outside of the execution. */
  hasReadyEffect: boolean;
  /** Node runs that have started, but have not reported yet. */
  pending: number;
}

/**
 * Tracks how far this worker has run an execution, and how much of its progress is saved. Decides when the execution
 * must be saved, so that a recovery repeats at most the interrupted effects.
 */
export class DriverState {
  private ownership: 'unclaimed' | 'claimed' | 'recovered' = 'unclaimed';
  private progress: 'none' | 'computed' | 'acted' = 'none';
  private readyIsSaved = false;

  /** True once this worker's claim is in the row. */
  get isClaimed(): boolean {
    return this.ownership !== 'unclaimed';
  }

  /** True once the row counts the recovery. */
  get isRecovered(): boolean {
    return this.ownership === 'recovered';
  }

  /** True until a node has reported or a wait has ended. */
  get isUntouched(): boolean {
    return this.progress === 'none';
  }

  /** True if an effect has happened that is not saved yet. */
  get hasUnsavedEffect(): boolean {
    return this.progress === 'acted';
  }

  claimed(): void {
    if (this.ownership === 'unclaimed') this.ownership = 'claimed';
  }

  /** Call this when a node has reported, or a wait has ended. */
  advanced(isEffect: boolean): void {
    if (isEffect) this.progress = 'acted';
    else if (this.progress === 'none') this.progress = 'computed';
  }

  /** Call this before starting the ready node runs. Runs that become ready as a consequence are not saved yet. */
  starting(): void {
    this.readyIsSaved = false;
  }

  /** Call this after each successful write. */
  saved(next: ExecutionWrite['next']): void {
    if (this.progress === 'acted') this.progress = 'computed';
    if (next === 'claim') this.claimed();
    if (next !== 'recover') return;
    this.ownership = 'recovered';
    this.readyIsSaved = true;
  }

  /**
   * The state must be saved before an effect starts. It must be saved again after the effect, before anything else
   * starts or is awaited.
   */
  mustSaveBefore({ ready, hasReadyEffect, pending }: NextWork): boolean {
    if (this.hasUnsavedEffect && (ready > 0 || pending > 0)) return true;
    return hasReadyEffect && !this.readyIsSaved;
  }

  /**
   * True if this worker must write before another worker can continue, because the row has this worker's claim or an
   * effect is not saved.
   */
  get mustSaveToRelease(): boolean {
    return this.isClaimed || this.hasUnsavedEffect;
  }
}
