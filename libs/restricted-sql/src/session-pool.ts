import type { RestrictedSession } from './restricted-session';
import { databaseBusy } from './sql-errors';

export interface SessionPoolOptions {
  open: () => Promise<RestrictedSession>;
  /** Sessions at one time; further statements wait. */
  size: number;
  /** How long a session may be waited for. */
  waitMs: number;
  /** How long a session is kept that nobody uses. */
  idleMs: number;
}

interface Waiter {
  proceed(): void;
}

/** A few sessions of one account. None is given out again before it was reset. */
export class SessionPool {
  private readonly idle: { session: RestrictedSession; expiry: NodeJS.Timeout }[] = [];
  private readonly waiting: Waiter[] = [];
  private taken = 0;
  private closed = false;

  constructor(private readonly options: SessionPoolOptions) {}

  /** @throws DomainError `database_busy` where none becomes free in time; the signal's reason */
  async take(signal: AbortSignal): Promise<RestrictedSession> {
    signal.throwIfAborted();
    if (this.taken >= this.options.size) await this.turn(signal);
    else this.taken++;
    let session: RestrictedSession;
    try {
      session = this.takeIdle() ?? (await this.options.open());
    } catch (error) {
      this.free();
      throw error;
    }
    if (!signal.aborted) return session;
    this.giveBack(session);
    throw signal.reason;
  }

  /** Takes a session back; it is of use again once what it was used for is wiped out. */
  giveBack(session: RestrictedSession): void {
    session
      .reset()
      .catch(() => session.end())
      .finally(() => {
        if (session.usable && !this.closed) this.keep(session);
        else session.end();
        this.free();
      });
  }

  /**
   * Takes back the place of a session that has ended.
   * @param ended settles when it has ended on the server too: until then its place stays taken, so that statements that
   * outlive their limit are never more than the pool has places
   */
  drop(session: RestrictedSession, ended?: Promise<void>): void {
    session.end();
    if (ended) void ended.catch(() => undefined).then(() => this.free());
    else this.free();
  }

  close(): void {
    this.closed = true;
    for (const { session, expiry } of this.idle.splice(0)) {
      clearTimeout(expiry);
      session.end();
    }
  }

  private takeIdle(): RestrictedSession | null {
    for (let next = this.idle.pop(); next; next = this.idle.pop()) {
      clearTimeout(next.expiry);
      if (next.session.usable) return next.session;
      next.session.end();
    }
    return null;
  }

  private keep(session: RestrictedSession): void {
    const expiry = setTimeout(() => {
      const index = this.idle.findIndex((entry) => entry.session === session);
      if (index !== -1) this.idle.splice(index, 1);
      session.end();
    }, this.options.idleMs);
    expiry.unref();
    this.idle.push({ session, expiry });
  }

  /** Hands the place on, or makes it free. */
  private free(): void {
    const next = this.waiting.shift();
    if (next) next.proceed();
    else this.taken--;
  }

  /** Resolves when a place is handed on to the caller. */
  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        const index = this.waiting.indexOf(waiter);
        if (index === -1) return;
        this.waiting.splice(index, 1);
        done();
        reject(error);
      };
      const onAbort = () => leave(signal.reason);
      const timer = setTimeout(() => leave(databaseBusy()), this.options.waitMs);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        proceed: () => {
          done();
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(waiter);
    });
  }
}
