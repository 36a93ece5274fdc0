import { AlertRuleEntity } from '@app/entities';
import { GatewayClient } from '@app/gateway-client';
import { DomainError, parseInstantRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { CalendarsService } from '../calendars/calendars.service';
import type { AlertRuleInput } from './alert-rule';
import { AlertRulesService } from './alert-rules.service';
import { newRule } from './merge-rule';
import { pointHistory } from './point-history';
import { toScheduledRule } from './rule-run';
import { RuleTrial, type TrialRaise } from './rule-trial';
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
  /** Whether the evaluation ended early, because there were too many raises. */
  truncated: boolean;
}

const LONGEST_DAYS = 31;
const MOST_RAISES = 1000;
const MOST_VALUES = 1_000_000;

/** Evaluates rules over the history of the gateway. Nothing is stored. */
@Injectable()
export class AlertRuleTestsService {
  constructor(
    private readonly gateway: GatewayClient,
    private readonly rules: AlertRulesService,
    private readonly calendars: CalendarsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Runs a rule over the history of its point, as if it was created at the beginning of the range.
   * @throws DomainError invalid; `not_supported` for the rule of an area; the gateway's failure
   */
  async test({ rule: input, ...range }: AlertRuleTest): Promise<AlertRuleTestResult> {
    const zone = await this.configuration.timezone();
    const { from, to } = parseInstantRange(range, zone);
    assertShort(from, to);
    const rule = await this.checked(input).catch(nestDetails);
    const { pointCode } = rule;
    if (pointCode === null) throw notSupported();
    const [calendar] = rule.calendarId === null ? [] : await this.calendars.findAll([rule.calendarId]);
    const trial = new RuleTrial(toScheduledRule(rule, calendar, zone), from.getTime());
    for await (const values of pointHistory(this.gateway, pointCode, { from, to })) {
      for (const value of values) {
        const sample = toSample(value);
        if (sample) trial.take(sample);
        if (trial.raised.length > MOST_RAISES) return resultOf(trial, true);
      }
      if (trial.evaluated > MOST_VALUES) throw tooLong(`The range has more than ${MOST_VALUES} values.`);
    }
    trial.advance(to.getTime());
    return resultOf(trial, trial.raised.length > MOST_RAISES);
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
  const advice = 'Choose a shorter range.';
  return DomainError.invalid(`${fault} ${advice}`, [{ path: 'to', message: advice }]);
}

function notSupported(): DomainError {
  const message =
    'Only rules for points can be tested, because the gateway has no history of the power of areas.';
  return new DomainError('invalid', 'not_supported', message, {
    details: [{ path: 'rule.areaId', message }],
  });
}

/** The details name the fields of the rule, which is a part of the body. */
function nestDetails(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const details = error.details?.map(({ path, message }) => ({ path: `rule.${path}`, message }));
  throw new DomainError(error.kind, error.code, error.message, { details });
}
