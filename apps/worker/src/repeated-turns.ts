import { isDoneWithin, repeatUntilAborted, type WakeUp } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';

const END_MS = 9000;
/** The wait after a turn that failed. */
const RETRY_MS = 1000;

/** Work that every worker repeats for as long as it runs. Row locks in the database prevent double work. */
export interface RepeatedTurn {
  /** Returns how many milliseconds to wait before the next turn. */
  turn: () => Promise<number>;
  /** Ends the wait before the next turn. */
  wakeUp?: WakeUp;
  /** Logged at the first failure of a series. */
  failure: string;
}

/** Runs the repeated work of a worker. A shutdown ends all of it at once. */
@Injectable()
export class RepeatedTurns {
  private readonly logger = new Logger(RepeatedTurns.name);
  private readonly closing = new AbortController();
  private readonly running: Promise<void>[] = [];

  /** Begins the first turn immediately. */
  start(repeated: RepeatedTurn): void {
    let isFailing = false;
    const turn = async (): Promise<number> => {
      try {
        const waitMs = await repeated.turn();
        isFailing = false;
        return waitMs;
      } catch (error) {
        if (!isFailing) this.logger.error({ err: error }, `${repeated.failure}; trying again`);
        isFailing = true;
        return RETRY_MS;
      }
    };
    this.running.push(repeatUntilAborted(this.closing.signal, turn, repeated.wakeUp));
  }

  /** Waits until all active turns have ended, because the database is closed afterwards. */
  async end(): Promise<void> {
    this.closing.abort();
    await isDoneWithin(END_MS, Promise.all(this.running));
  }
}
