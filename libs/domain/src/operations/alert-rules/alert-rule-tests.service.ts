import { AlertRuleEntity } from '@app/entities';
import { GatewayClient } from '@app/gateway-client';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreaPowerHistoryService } from '../../metering/energy/area-power-history.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { CalendarReader } from '../calendars/calendar-reader';
import type { AlertRuleInput } from './alert-rule';
import { AlertRulesService } from './alert-rules.service';
import { newRule } from './merge-rule';
import { pointHistory } from './point-history';
import { toScheduledRule } from './rule-run';
import { RuleTrial, type TrialRaise } from './rule-trial';
import type { Sample } from './rule-state';
import { toSample } from './to-sample';

export interface AlertRuleTest {
  rule: AlertRuleInput;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
}

export interface AlertRuleTestResult {
  /** At most 1000, oldest first. */
  raised: TrialRaise[];
  /** Number of values that were evaluated. */
  evaluated: number;
  /** True if the evaluation ended early, because the rule raised its alert too often. */
  truncated: boolean;
}

const LONGEST_DAYS = 31;
const MOST_RAISES = 1000;
const MOST_VALUES = 1_000_000;

/** Evaluates rules over the history of points, and over the stored readings of areas. Nothing is stored. */
@Injectable()
export class AlertRuleTestsService {
  constructor(
    private readonly gateway: GatewayClient,
    private readonly rules: AlertRulesService,
    private readonly calendars: CalendarReader,
    private readonly areaPower: AreaPowerHistoryService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Runs a rule over the history of its point or area, as if the rule had been created at the start of the range.
   * @throws DomainError invalid if the rule or the range is not valid; the error of the gateway if a call fails
   */
  async test({ rule: input, ...range }: AlertRuleTest): Promise<AlertRuleTestResult> {
    const zone = await this.configuration.timezone();
    const { from, to } = parseInstantRange(range, zone);
    assertShort(from, to);
    const rule = await this.checked(input).catch(nestDetails);
    const [calendar] = rule.calendarId === null ? [] : await this.calendars.findAll([rule.calendarId]);
    const trial = new RuleTrial(toScheduledRule(rule, calendar, zone), from.getTime());
    for await (const samples of this.history(rule, { from, to })) {
      for (const sample of samples) {
        trial.take(sample);
        if (trial.raised.length > MOST_RAISES) return resultOf(trial, true);
      }
      if (trial.evaluated > MOST_VALUES) throw tooLong(`The range has more than ${MOST_VALUES} values.`);
    }
    trial.advance(to.getTime());
    return resultOf(trial, trial.raised.length > MOST_RAISES);
  }

  private async *history(
    { pointCode, areaId }: AlertRuleEntity,
    range: { from: Date; to: Date },
  ): AsyncGenerator<Sample[]> {
    if (pointCode !== null) {
      for await (const values of pointHistory(this.gateway, pointCode, range)) {
        yield values.map(toSample).filter((sample) => sample !== null);
      }
    } else if (areaId !== null) {
      for await (const samples of this.areaPower.samples(areaId, range)) {
        yield samples.map(({ atMs, powerKw }) => ({ atMs, value: powerKw }));
      }
    }
  }

  private async checked(input: AlertRuleInput): Promise<AlertRuleEntity> {
    const rule = Object.assign(new AlertRuleEntity(), newRule(input), { id: 0 });
    await this.rules.assertReferences(rule);
    return rule;
  }
}

function resultOf({ raised, evaluated }: RuleTrial, truncated: boolean): AlertRuleTestResult {
  return { raised: raised.slice(0, MOST_RAISES), evaluated, truncated };
}

function assertShort(from: Date, to: Date): void {
  if (to.getTime() - from.getTime() > LONGEST_DAYS * 86_400_000) {
    throw tooLong(`The range is longer than ${LONGEST_DAYS} days.`);
  }
}

function tooLong(fault: string): DomainError {
  const advice = say('shorter_range');
  return DomainError.invalid(`${fault} ${advice.message}`, [{ path: 'to', ...advice }]);
}

/** Prefixes the paths of the details with `rule`, because the rule is a field of the request. */
function nestDetails(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const details = error.details?.map((detail) => ({ ...detail, path: `rule.${detail.path}` }));
  throw new DomainError(error.kind, error.code, error.reason, { details });
}
