import { say, type Message } from '@app/kernel';
import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { WokenExecution } from '../executions/intake/execution-dispatcher';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import type { ExecutionRequest } from '../executions/intake/execution-request';
import type { AcceptedExecution } from '../executions/intake/new-execution';
import type { Listener, Listeners } from '../../platform/occurrences/listeners';
import { ListenersService } from '../../platform/occurrences/listeners.service';
import { WaitEvaluationService } from '../executions/waits/wait-evaluation.service';
import { lockOccurrences, type RecordedOccurrence, removeOccurrences } from './occurrence-evaluation.queries';
import { type ConditionContext, TriggerConditions } from './trigger-conditions';

const BATCH = 500;
/** Maximum number of executions that one transaction starts, unless a single occurrence starts more. */
const MOST_EXECUTIONS = 1000;
/** Longest time for which evaluating conditions may block the event loop, unless a single occurrence takes longer. */
const MOST_MS = 100;

interface Evaluated {
  /** Number of evaluated occurrences. */
  evaluated: number;
  accepted: AcceptedExecution[];
  woken: WokenExecution[];
}

type Matching = (occurrence: RecordedOccurrence) => readonly Listener[];

/**
 * Evaluates each occurrence once. A single transaction locks the occurrence, evaluates the conditions of all listening
 * workflows, accepts their executions and deletes the occurrence.
 */
@Injectable()
export class OccurrenceEvaluationService {
  private readonly logger = new Logger(OccurrenceEvaluationService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly listeners: ListenersService,
    private readonly intake: ExecutionIntakeService,
    private readonly conditions: TriggerConditions,
    private readonly waits: WaitEvaluationService,
    private readonly environment: Environment,
  ) {}

  /** @returns the number of evaluated occurrences; 0 if there were none */
  async evaluateNext(): Promise<number> {
    const { evaluated, accepted, woken } = await inTransaction(this.dataSource, (manager) =>
      this.evaluate(manager),
    );
    this.intake.announce(accepted);
    this.waits.announce(woken);
    await this.waits.clean();
    return evaluated;
  }

  private async evaluate(manager: EntityManager): Promise<Evaluated> {
    const waiting = await lockOccurrences(manager, BATCH);
    if (waiting.length === 0) return { evaluated: 0, accepted: [], woken: [] };
    const matching = await this.matching(manager, waiting);
    // All occurrences with the same name share one list.
    const lists = new Set(waiting.filter(({ workflowId }) => workflowId === null).map(matching));
    const context = await this.conditions.contextFor(manager, new Set([...lists].flat()));
    const { taken, requests } = this.take(waiting, matching, context);
    const accepted = await this.intake.acceptMany(requests, manager);
    const changes = waiting.slice(0, taken.length).filter(({ workflowId }) => workflowId === null);
    const woken = await this.waits.meet(manager, changes);
    await removeOccurrences(manager, taken);
    return { evaluated: taken.length, accepted, woken };
  }

  private async matching(
    manager: EntityManager,
    occurrences: readonly RecordedOccurrence[],
  ): Promise<Matching> {
    const kinds = new Set(occurrences.map(({ kind }) => kind));
    const indexes = new Map<RecordedOccurrence['kind'], Listeners>();
    for (const kind of kinds) indexes.set(kind, await this.listeners.listening(manager, kind));
    return ({ kind, name, workflowId }) => {
      const listeners = indexes.get(kind);
      if (workflowId === null) return listeners?.matching(name) ?? [];
      return listeners?.holdingOf(name).filter((listener) => listener.workflowId === workflowId) ?? [];
    };
  }

  /** Takes occurrences in order until a limit is reached. Always takes at least one. */
  private take(
    waiting: readonly RecordedOccurrence[],
    matching: Matching,
    context: ConditionContext,
  ): { taken: string[]; requests: ExecutionRequest[] } {
    const startedAtMs = performance.now();
    const taken: string[] = [];
    const requests: ExecutionRequest[] = [];
    for (const occurrence of waiting) {
      if (requests.length >= MOST_EXECUTIONS || performance.now() - startedAtMs > MOST_MS) break;
      taken.push(occurrence.id);
      for (const listener of matching(occurrence)) {
        // If a trigger that follows values recorded the occurrence, its condition was already evaluated.
        if (occurrence.workflowId !== null || this.conditions.isTrue(listener, occurrence, context))
          requests.push(this.requestOf(listener, occurrence));
      }
    }
    return { taken, requests };
  }

  /**
   * Limits chains of workflows that start each other, because they could be endless. Beyond the limit, the execution is
   * recorded as failed and does not run.
   */
  private requestOf(
    { workflowId, revision, mode, condition, hold }: Listener,
    { kind, name, payload, chainDepth }: RecordedOccurrence,
  ): ExecutionRequest {
    // If the execution is skipped, a condition is evaluated again for each point. A change without a condition is only a
    // moment, so the last one stands for all points.
    const skippedAs = kind === 'event' || condition !== null || hold ? name : '';
    const request = {
      workflowId,
      revision,
      mode,
      trigger: kind,
      triggerData: payload,
      chainDepth,
      skippedAs,
    };
    const most = this.environment.LIMIT_EXECUTION_CHAIN;
    if (chainDepth <= most) return request;
    const refusal = chainTooLong(name, most);
    this.logger.warn({ workflowId, chainDepth }, refusal.message);
    return { ...request, refusal };
  }
}

function chainTooLong(event: string, most: number): Message {
  return say('chain_too_long', { count: most + 1, event });
}
