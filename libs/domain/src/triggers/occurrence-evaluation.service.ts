import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { ExpressionError } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionIntake } from '../executions/execution-intake.service';
import type { AcceptedExecution, ExecutionRequest } from '../executions/execution-request';
import { type Listener, ListenersService } from '../occurrences/listeners.service';
import { lockOccurrences, type RecordedOccurrence, removeOccurrences } from './occurrence-evaluation.queries';
import { TriggerCondition } from './trigger-condition';

const BATCH = 500;
/** What one transaction brings about at most, unless one occurrence alone does more. */
const MOST_EXECUTIONS = 1000;
/** How long others in this process wait for conditions at most, but for one occurrence's. */
const MOST_MS = 100;

type Matching = (occurrence: RecordedOccurrence) => readonly Listener[];

/**
 * Asks of each occurrence once which workflows it sets going: in one transaction it is taken, the conditions of all who
 * listen are asked, their executions are accepted, and it is removed.
 */
@Injectable()
export class OccurrenceEvaluationService {
  private readonly logger = new Logger(OccurrenceEvaluationService.name);
  /** Kept as long as the listener is: for as long as its workflow stays the same. */
  private readonly conditions = new WeakMap<Listener, TriggerCondition>();
  private readonly complainedOf = new WeakSet<Listener>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly listeners: ListenersService,
    private readonly intake: ExecutionIntake,
    private readonly environment: Environment,
  ) {}

  /** @returns how many occurrences were evaluated; 0 where none waited */
  async evaluateNext(): Promise<number> {
    const { evaluated, accepted } = await inTransaction(this.dataSource, (manager) => this.evaluate(manager));
    this.intake.announce(accepted);
    return evaluated;
  }

  private async evaluate(
    manager: EntityManager,
  ): Promise<{ evaluated: number; accepted: AcceptedExecution[] }> {
    const waiting = await lockOccurrences(manager, BATCH);
    if (waiting.length === 0) return { evaluated: 0, accepted: [] };
    const { taken, requests } = this.take(waiting, await this.matching(manager, waiting));
    const accepted = await this.intake.acceptMany(requests, manager);
    await removeOccurrences(manager, taken);
    return { evaluated: taken.length, accepted };
  }

  private async matching(
    manager: EntityManager,
    occurrences: readonly RecordedOccurrence[],
  ): Promise<Matching> {
    const kinds = new Set(occurrences.map(({ kind }) => kind));
    const indexes = new Map<RecordedOccurrence['kind'], Awaited<ReturnType<ListenersService['listening']>>>();
    for (const kind of kinds) indexes.set(kind, await this.listeners.listening(manager, kind));
    return ({ kind, name }) => indexes.get(kind)?.matching(name) ?? [];
  }

  /** The first at least, and more as long as that is not too much at one time. */
  private take(
    waiting: readonly RecordedOccurrence[],
    matching: Matching,
  ): { taken: string[]; requests: ExecutionRequest[] } {
    const startedAtMs = performance.now();
    const taken: string[] = [];
    const requests: ExecutionRequest[] = [];
    for (const occurrence of waiting) {
      if (requests.length >= MOST_EXECUTIONS || performance.now() - startedAtMs > MOST_MS) break;
      taken.push(occurrence.id);
      for (const listener of matching(occurrence)) {
        if (this.isSetGoing(listener, occurrence)) requests.push(requestOf(listener, occurrence));
      }
    }
    return { taken, requests };
  }

  /** A condition that fails does not hold. That is told once for each state of the workflow. */
  private isSetGoing(listener: Listener, occurrence: RecordedOccurrence): boolean {
    if (listener.condition === null) return true;
    try {
      return this.conditionOf(listener, listener.condition, occurrence.kind).holds(occurrence);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.complain(listener, error);
      return false;
    }
  }

  private conditionOf(listener: Listener, text: string, kind: RecordedOccurrence['kind']): TriggerCondition {
    const known = this.conditions.get(listener);
    if (known) return known;
    const condition = new TriggerCondition(text, kind, this.environment.LIMIT_EXPRESSION_STEPS);
    this.conditions.set(listener, condition);
    return condition;
  }

  private complain(listener: Listener, { message }: ExpressionError): void {
    if (this.complainedOf.has(listener)) return;
    this.complainedOf.add(listener);
    const { workflowId, revision, condition } = listener;
    this.logger.warn({ workflowId, revision, condition }, `The condition of a trigger failed: ${message}`);
  }
}

function requestOf(
  { workflowId, revision }: Listener,
  { kind, payload }: RecordedOccurrence,
): ExecutionRequest {
  return { workflowId, revision, trigger: kind, triggerData: payload };
}
