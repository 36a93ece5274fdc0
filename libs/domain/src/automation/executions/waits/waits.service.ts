import { Environment } from '@app/config';
import { type ExecutionWaitEntity, inTransaction, patiently } from '@app/entities';
import { Clock, DomainError, SecretValues } from '@app/kernel';
import {
  type Json,
  mapJsonTexts,
  type WaitPortRequest,
  type WaitPortResult,
  type WaitsPort,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockRunning } from '../record/execution-state.queries';
import { CurrentMatches } from './current-matches';
import { ResumeAddresses, resumeTokenHash } from './resume-addresses';
import { endWait, findWait, insertWait, type NewWait } from './waits.queries';

/**
 * The times at which a wait for points is checked again, in milliseconds after its registration. The checks find a
 * value that changed while the wait was being stored: the transaction of the change did not see the wait yet, so it
 * recorded no occurrence.
 */
const RECHECK_MS = [5000, 60_000];

/** The waits of nodes. A wait is either met or times out: only the first update of its row succeeds. */
@Injectable()
export class WaitsService implements WaitsPort {
  private readonly addresses: ResumeAddresses;

  constructor(
    private readonly dataSource: DataSource,
    private readonly matches: CurrentMatches,
    private readonly secrets: SecretValues,
    private readonly clock: Clock,
    environment: Environment,
  ) {
    this.addresses = new ResumeAddresses(environment);
  }

  ask(request: WaitPortRequest): Promise<WaitPortResult> {
    return patiently(() => (request.dryRun ? this.askInDryRun(request) : this.askOnce(request)));
  }

  /** A dry run cannot wait: points count only with their current values, and every event or call counts as met. */
  private async askInDryRun(request: WaitPortRequest): Promise<WaitPortResult> {
    if (request.target.kind !== 'points') return { status: 'met', data: {} };
    const row = this.rowOf(request);
    // The conditions see the clock of the dry run, so the current values count as values of this moment.
    const found = await this.matches.find({ ...row, countsFrom: row.createdAt }, request.startedAtMs);
    return found ? { status: 'met', data: found as Json } : { status: 'timedOut' };
  }

  private async askOnce(request: WaitPortRequest): Promise<WaitPortResult> {
    const { manager } = this.dataSource;
    const key = { executionId: request.execution.id, stepKey: request.key };
    const wait = (await findWait(manager, key)) ?? (await this.register(request));
    if (wait.status !== 'waiting') return resultOf(wait);
    const found = await this.matches.find(wait);
    if (found) await this.end(wait, { status: 'met', data: JSON.stringify(found) });
    else if (wait.expiresAt.getTime() > this.clock.nowMs()) return this.stillWaiting(wait);
    else await this.end(wait, { status: 'timedOut' });
    // If another process has ended the wait first, that result counts.
    const ended = await findWait(manager, key);
    if (!ended) throw stopped();
    return resultOf(ended);
  }

  private end(wait: ExecutionWaitEntity, end: Parameters<typeof endWait>[2]): Promise<boolean> {
    return inTransaction(this.dataSource, (manager) => endWait(manager, wait, end));
  }

  private stillWaiting({ kind, createdAt, expiresAt }: ExecutionWaitEntity): WaitPortResult {
    const nowMs = this.clock.nowMs();
    const rechecks = kind === 'points' ? RECHECK_MS.map((afterMs) => createdAt.getTime() + afterMs) : [];
    const checkAtMs = Math.min(...rechecks.filter((atMs) => atMs > nowMs), expiresAt.getTime());
    return { status: 'waiting', checkAtMs };
  }

  /**
   * Stores and commits the wait. Current values and events are evaluated only after the commit, so that none is missed
   * in between.
   */
  private register(request: WaitPortRequest): Promise<ExecutionWaitEntity> {
    return inTransaction(this.dataSource, async (manager) => {
      // The lock prevents the execution from ending in the meantime.
      if ((await lockRunning(manager, [request.execution.id])).size === 0) throw stopped();
      const row = this.rowOf(request);
      // Another worker may have registered the wait while this worker was waiting for the lock.
      const present = await findWait(manager, row);
      return present ?? insertWait(manager, row, this.clock.nowMs() - request.startedAtMs);
    });
  }

  private rowOf({ target, timeoutMs, startedAtMs, ...request }: WaitPortRequest): NewWait {
    const { kind } = target;
    const isCall = kind === 'call';
    return {
      executionId: request.execution.id,
      stepKey: request.key,
      kind,
      status: 'waiting',
      nodeId: request.nodeId,
      tokenHash: isCall ? resumeTokenHash(this.addresses.tokenOf(request.key)) : null,
      names: isCall ? [] : kind === 'points' ? [...target.watch] : [target.name],
      forAll: kind === 'points' && target.match === 'all',
      expression: isCall ? null : target.condition,
      given: isCall ? {} : mapJsonTexts(target.given, (text) => this.secrets.seal(text)),
      data: null,
      createdAt: this.clock.now(),
      expiresAt: new Date(startedAtMs + timeoutMs),
    };
  }
}

function resultOf({ status, data }: ExecutionWaitEntity): WaitPortResult {
  return status === 'met' ? { status, data: JSON.parse(data ?? 'null') as Json } : { status: 'timedOut' };
}

function stopped(): DomainError {
  return new DomainError('conflict', 'execution_stopped', 'The execution has ended.');
}
