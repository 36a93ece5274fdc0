import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { ExpressionError, type ExpressionSite } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import type { AcceptedExecution, ExecutionRequest } from '../executions/intake/execution-request';
import { type Listener, ListenersService } from '../../platform/occurrences/listeners.service';
import { ExpressionSites } from '../expression-sites/expression-sites';
import { lockOccurrences, type RecordedOccurrence, removeOccurrences } from './occurrence-evaluation.queries';
import { TriggerCondition } from './trigger-condition';

const BATCH = 500;
/** Maximum number of executions that one transaction starts, unless a single occurrence starts more. */
const MOST_EXECUTIONS = 1000;
/** Longest time for which evaluating conditions may block the event loop, unless a single occurrence takes longer. */
const MOST_MS = 100;

type Matching = (occurrence: RecordedOccurrence) => readonly Listener[];

/**
 * Evaluates each occurrence once. A single transaction locks the occurrence, evaluates the conditions of all listening
 * workflows, accepts their executions and deletes the occurrence.
 */
@Injectable()
export class OccurrenceEvaluationService {
  private readonly logger = new Logger(OccurrenceEvaluationService.name);
  /** Conditions are cached by listener object. A changed workflow gets a new listener object. */
  private readonly conditions = new WeakMap<Listener, TriggerCondition>();
  /** Cached by the list of listeners, which is the same object for each occurrence of a name. */
  private readonly calendarUse = new WeakMap<readonly Listener[], boolean>();
  private readonly complainedOf = new WeakSet<Listener>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly listeners: ListenersService,
    private readonly intake: ExecutionIntakeService,
    private readonly sites: ExpressionSites,
    private readonly environment: Environment,
  ) {}

  /** @returns the number of evaluated occurrences; 0 if there were none */
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
    const matching = await this.matching(manager, waiting);
    const usesCalendars = waiting.some((occurrence) => this.needCalendars(matching(occurrence), occurrence));
    const { taken, requests } = this.take(waiting, matching, await this.sites.read(usesCalendars));
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

  /** Takes occurrences in order until a limit is reached, but at least one. */
  private take(
    waiting: readonly RecordedOccurrence[],
    matching: Matching,
    site: ExpressionSite,
  ): { taken: string[]; requests: ExecutionRequest[] } {
    const startedAtMs = performance.now();
    const taken: string[] = [];
    const requests: ExecutionRequest[] = [];
    for (const occurrence of waiting) {
      if (requests.length >= MOST_EXECUTIONS || performance.now() - startedAtMs > MOST_MS) break;
      taken.push(occurrence.id);
      for (const listener of matching(occurrence)) {
        if (this.isSetGoing(listener, occurrence, site)) requests.push(this.requestOf(listener, occurrence));
      }
    }
    return { taken, requests };
  }

  /**
   * Workflows that start each other would never end. Beyond the limit, the execution is recorded as failed and does not
   * run.
   */
  private requestOf(
    { workflowId, revision }: Listener,
    { kind, name, payload, chainDepth }: RecordedOccurrence,
  ): ExecutionRequest {
    const request = { workflowId, revision, trigger: kind, triggerData: payload, chainDepth };
    const most = this.environment.LIMIT_EXECUTION_CHAIN;
    if (chainDepth <= most) return request;
    const refusal = chainTooLong(name, most);
    this.logger.warn({ workflowId, chainDepth }, refusal);
    return { ...request, refusal };
  }

  /** A condition that fails counts as false. The failure is logged once for each state of the workflow. */
  private isSetGoing(listener: Listener, occurrence: RecordedOccurrence, site: ExpressionSite): boolean {
    if (listener.condition === null) return true;
    try {
      return this.conditionOf(listener, listener.condition, occurrence.kind).holds(occurrence, site);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.complain(listener, error);
      return false;
    }
  }

  private needCalendars(listeners: readonly Listener[], { kind }: RecordedOccurrence): boolean {
    const known = this.calendarUse.get(listeners);
    if (known !== undefined) return known;
    const need = listeners.some((listener) => this.needsCalendars(listener, kind));
    this.calendarUse.set(listeners, need);
    return need;
  }

  /** A condition that does not parse needs nothing: it fails. */
  private needsCalendars(listener: Listener, kind: RecordedOccurrence['kind']): boolean {
    if (listener.condition === null) return false;
    try {
      return this.conditionOf(listener, listener.condition, kind).usesCalendars;
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
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

function chainTooLong(event: string, most: number): string {
  return `The trigger was refused: ${most + 1} executions have started each other by events, and the last one caused '${event}' again. Check the workflows for a loop.`;
}
