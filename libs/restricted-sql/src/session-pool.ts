import { isDoneWithin, Semaphore } from '@app/kernel';
import type { RestrictedSession } from './restricted-session';
import { databaseBusy } from './sql-errors';

export interface SessionPoolOptions {
  open: () => Promise<RestrictedSession>;
  /** Maximum number of sessions. Further callers wait. */
  size: number;
  /** How long a caller may wait for a session. */
  waitMs: number;
  /** How long an idle session is kept. */
  idleMs: number;
  /**
   * How long the server may take to reset a session. This limit is needed, because the response may be lost without an
   * error.
   */
  resetMs: number;
  /** How long the slot of a session stays occupied if the server does not confirm that the session has ended. */
  killMs: number;
}

/** A small pool of sessions under one account. A session is reset before it is reused. */
export class SessionPool {
  private readonly idle: { session: RestrictedSession; expiry: NodeJS.Timeout }[] = [];
  private readonly slots: Semaphore;
  private closed = false;

  constructor(private readonly options: SessionPoolOptions) {
    this.slots = new Semaphore(options.size);
  }

  /**
   * Takes a session from the pool, or opens one.
   * @throws DomainError `database_busy` if no session becomes free in time; the reason of the signal if it was aborted
   */
  async take(signal: AbortSignal): Promise<RestrictedSession> {
    if (!(await this.slots.acquire({ timeoutMs: this.options.waitMs, signal }))) throw databaseBusy();
    let session: RestrictedSession;
    try {
      session = this.takeIdle() ?? (await this.options.open());
    } catch (error) {
      this.slots.release();
      throw error;
    }
    if (!signal.aborted) return session;
    this.release(session);
    throw signal.reason;
  }

  /** Returns a session to the pool. It is available again after its reset. */
  release(session: RestrictedSession): void {
    void this.reset(session).finally(() => this.slots.release());
  }

  /**
   * Ends a session, and frees its slot when the server has ended it. If the slot were freed earlier, more statements
   * could run on the server than the pool has slots.
   * @param ended settles when the server has ended the session. The slot is freed after `killMs` at the latest
   */
  drop(session: RestrictedSession, ended?: Promise<void>): void {
    session.end();
    if (ended) void isDoneWithin(this.options.killMs, ended).then(() => this.slots.release());
    else this.slots.release();
  }

  close(): void {
    this.closed = true;
    for (const { session, expiry } of this.idle.splice(0)) {
      clearTimeout(expiry);
      session.end();
    }
  }

  private async reset(session: RestrictedSession): Promise<void> {
    const isReset = await isDoneWithin(this.options.resetMs, session.reset());
    if (isReset && session.usable && !this.closed) this.keep(session);
    else session.end();
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
}
