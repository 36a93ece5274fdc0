import type { ExecutionWaitEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matchesPattern } from '../../../platform/occurrences/name-pattern';
import {
  type CurrentValue,
  CurrentValuesService,
} from '../../../platform/occurrences/current-values.service';
import { eventsSince } from './recent-events.queries';
import type { Candidate } from './wait-condition';
import { WaitConditions } from './wait-conditions';

/**
 * Finds a value or event that already fulfils a wait: the current value of a point, or an event since the start of the
 * node. The evaluation of occurrences finds later values and events.
 */
@Injectable()
export class CurrentMatches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly current: CurrentValuesService,
    private readonly conditions: WaitConditions,
  ) {}

  /**
   * @param atMs if given, the values and events count as of this moment, in milliseconds since 1970
   * @returns the payload of the first value or event that fulfils the wait, or `{points}` with the values of all points of
   *   a wait for all of them; null if the wait is not fulfilled
   */
  async find(wait: ExecutionWaitEntity, atMs?: number): Promise<object | null> {
    if (wait.forAll) return this.findAll(wait, atMs);
    const expiresAtMs = wait.expiresAt.getTime();
    for await (const page of this.candidates(wait)) {
      // This search may run after the wait has expired. Values and events after the expiry of the wait do not count.
      const candidates = page.map(({ payload, occurredAtMs }) => ({
        payload,
        occurredAtMs: atMs ?? occurredAtMs,
      }));
      const inTime = candidates.filter(({ occurredAtMs }) => occurredAtMs < expiresAtMs);
      if (inTime.length === 0) continue;
      const site = await this.conditions.siteFor([wait]);
      const found = inTime.find((candidate) => this.conditions.isTrue(wait, candidate, site));
      if (found) return found.payload;
    }
    return null;
  }

  /** Each name must match a point, and each point must have a good value that fulfils the condition. */
  private async findAll(wait: ExecutionWaitEntity, atMs?: number): Promise<object | null> {
    const values = (await this.values(wait.names)).map(({ payload, occurredAtMs }) => ({
      payload,
      occurredAtMs: atMs ?? occurredAtMs,
    }));
    const isComplete = wait.names.every((name) =>
      values.some(({ payload }) => matchesPattern(name, payload.code)),
    );
    const site = await this.conditions.siteFor([wait]);
    const expiresAtMs = wait.expiresAt.getTime();
    const isMet = values.every(
      (candidate) =>
        candidate.payload.quality === 'good' &&
        candidate.occurredAtMs < expiresAtMs &&
        this.conditions.isTrue(wait, candidate, site),
    );
    return isComplete && isMet
      ? { points: values.map(({ payload: { previous: _none, ...value } }) => value) }
      : null;
  }

  private async *candidates({
    kind,
    names,
    countsFrom,
  }: ExecutionWaitEntity): AsyncGenerator<Candidate[], void, void> {
    if (kind === 'points') yield await this.values(names);
    if (kind === 'event') yield* eventsSince(this.dataSource.manager, names[0] ?? '', countsFrom);
  }

  private async values(names: readonly string[]): Promise<CurrentValue[]> {
    const all = await this.current.find(names);
    return all.filter(({ payload: { code } }) => names.some((name) => matchesPattern(name, code)));
  }
}
