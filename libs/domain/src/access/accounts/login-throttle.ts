import { setTimeout as delay } from 'node:timers/promises';
import { Environment } from '@app/config';
import { type Limit, Throttle, clientKey } from '@app/ephemeral';
import { currentRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';

const FAILURES_WITHOUT_DELAY = 3;
const FIRST_DELAY_MS = 100;

/**
 * Limits password guessing. A client that fails too often, with one account or with several, is refused for a while.
 * Failures are also counted per account, for all clients together. They delay sign-ins to the account, but never refuse
 * them; otherwise, anybody could lock out anybody else. Only failures count.
 */
@Injectable()
export class LoginThrottle {
  private readonly perAccountAndClient: Limit;
  private readonly perClient: Limit;
  private readonly perAccount: Limit;
  private readonly maxDelayMs: number;

  constructor(throttle: Throttle, environment: Environment) {
    const windowSeconds = environment.LIMIT_LOGIN_WINDOW_SECONDS;
    const limit = (name: string, points: number) =>
      throttle.limit({ name: `login-${name}`, points, windowSeconds });
    this.perAccountAndClient = limit('account-client', environment.LIMIT_LOGIN_FAILURES_PER_ACCOUNT);
    this.perClient = limit('client', environment.LIMIT_LOGIN_FAILURES_PER_CLIENT);
    this.perAccount = limit('account', Infinity);
    this.maxDelayMs = environment.LIMIT_LOGIN_DELAY_MS;
  }

  /**
   * Check one guess with `verify`.
   * @param account the guessed account, which need not exist
   * @param verify returns null for a wrong guess
   * @throws DomainError `too_many_attempts`
   */
  async guard<T>(account: string, verify: () => Promise<T | null>): Promise<T | null> {
    const client = clientKey(currentRequest()?.clientAddress ?? '');
    const pair = `${account} ${client}`;
    await this.check(pair, client);
    await this.slowDown(account);
    const verified = await verify();
    if (verified === null) {
      await this.count(pair, client, account);
      return null;
    }
    // Check again, because concurrent guesses may have failed in the meantime.
    await this.check(pair, client);
    await this.perAccountAndClient.clear(pair);
    return verified;
  }

  private async check(pair: string, client: string): Promise<void> {
    await Promise.all([this.perAccountAndClient.check(pair), this.perClient.check(client)]);
  }

  private async count(pair: string, client: string, account: string): Promise<void> {
    await Promise.all([
      this.perAccount.count(account),
      this.perAccountAndClient.count(pair),
      this.perClient.count(client),
    ]);
  }

  /**
   * The delay comes before the verification, for right and wrong passwords, so that the response time reveals nothing.
   */
  private async slowDown(account: string): Promise<void> {
    const { count } = await this.perAccount.tally(account);
    const ms = loginDelayMs(count, this.maxDelayMs);
    if (ms > 0) await delay(ms);
  }
}

/** The delay in milliseconds. It doubles with every failure. */
function loginDelayMs(failures: number, maxMs: number): number {
  if (failures < FAILURES_WITHOUT_DELAY) return 0;
  return Math.min(maxMs, FIRST_DELAY_MS * 2 ** (failures - FAILURES_WITHOUT_DELAY));
}
