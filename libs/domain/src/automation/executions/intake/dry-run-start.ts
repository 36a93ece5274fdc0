import { Clock, parseInstant } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { isPattern, matchesPattern } from '../../../platform/occurrences/name-pattern';
import type { StateChange } from '../../../platform/occurrences/occurrence';
import type { TriggerConfigs } from '../../workflows/trigger-schemas';
import type { TriggeredWorkflow } from '../../workflows/workflows.service';
import { CurrentValuesService } from '../../../platform/occurrences/current-values.service';
import type { ExecutionRequest } from './execution-request';

/** Maximum number of points whose values are read for the patterns of a trigger. */
const MAX_VALUES = 1000;

type Trigger = Pick<TriggeredWorkflow, 'triggerType' | 'triggerConfig'>;

/** Provides the time and the trigger data with which a dry run starts. */
@Injectable()
export class DryRunStart {
  constructor(
    private readonly values: CurrentValuesService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param given the trigger data; if undefined, the data are those with which the trigger would start the workflow now
   * @param at the time at which the dry run begins; undefined for the current time
   * @throws DomainError invalid if `at` is not an instant
   */
  async read(
    trigger: Trigger,
    given: object | undefined,
    at: string | undefined,
  ): Promise<Pick<ExecutionRequest, 'triggerData' | 'clockOffsetMs'>> {
    const nowMs = this.clock.nowMs();
    const atMs = at === undefined ? nowMs : parseInstant(at, await this.configuration.timezone()).getTime();
    const clockOffsetMs = at === undefined ? undefined : atMs - nowMs;
    return { triggerData: given ?? (await this.currentData(trigger, atMs)), clockOffsetMs };
  }

  private async currentData({ triggerType, triggerConfig }: Trigger, atMs: number): Promise<object> {
    const at = new Date(atMs).toISOString();
    const slot = { scheduledAt: at, firedAt: at };
    if (triggerType === 'schedule') return slot;
    if (triggerType === 'sun') return { event: (triggerConfig as TriggerConfigs['sun']).event, ...slot };
    if (triggerType !== 'state_change') return {};
    const config = triggerConfig as TriggerConfigs['state_change'];
    const value = await this.currentValue(config.watch);
    return value ? changeOf(value, config) : {};
  }

  /** The current value of the first watched point that has one. Points named by their code come before patterns. */
  private async currentValue(names: readonly string[]): Promise<StateChange | undefined> {
    const [patterns, codes] = [names.filter(isPattern), names.filter((name) => !isPattern(name))];
    const named = new Map((await this.values.find(codes)).map(({ payload }) => [payload.code, payload]));
    const first = codes.find((code) => named.has(code));
    if (first !== undefined || patterns.length === 0) return named.get(first ?? '');
    const found = (await this.values.find(patterns, MAX_VALUES)).map(({ payload }) => payload);
    return found
      .filter(({ code }) => patterns.some((pattern) => matchesPattern(pattern, code)))
      .toSorted((one, other) => (one.code < other.code ? -1 : 1))[0];
  }
}

/** Adds the fields of a trigger with limits or a minimum duration. */
function changeOf(
  change: StateChange,
  { above, below, forMs }: TriggerConfigs['state_change'],
): StateChange & { crossed?: string | null; since?: string } {
  if (above === undefined && below === undefined && forMs === undefined) return change;
  const { value, timestamp: since } = change;
  const isAbove = typeof value === 'number' && above !== undefined && value > above;
  const isBelow = typeof value === 'number' && below !== undefined && value < below;
  return { ...change, crossed: isAbove ? 'above' : isBelow ? 'below' : null, since };
}
