import { type Message, type MessageValue, type RuleCondition, say } from '@app/kernel';

/** The facts that a rule has found out about a point or an area. */
export interface RuleFinding {
  /** Null if the rule watches an area. */
  pointCode: string | null;
  areaId: number | null;
  condition: RuleCondition;
  /** The value, or the change for `rateOfChange`; null for `noData`. */
  value: number | null;
}

/** Explains why a rule has raised its alert. */
export function ruleMessage({ pointCode, areaId, condition, value }: RuleFinding): Message {
  const subject =
    pointCode === null
      ? say('power_of_area', { id: areaId ?? 0 })
      : say('value_of_point', { code: pointCode });
  const quantity = (number: number | null): MessageValue =>
    pointCode === null ? say('kilowatts', { value: String(number) }) : String(number);
  switch (condition.kind) {
    case 'threshold': {
      const relation = say(`is_${condition.comparison}`);
      const limit = quantity(condition.threshold);
      return say('rule_threshold', { subject, value: quantity(value), relation, limit });
    }
    case 'rateOfChange': {
      const { minutes, delta } = condition;
      return say('rule_change', { subject, change: quantity(value), minutes, limit: quantity(delta) });
    }
    case 'unchanged': {
      const { minutes } = condition;
      return say('rule_unchanged', { subject, value: quantity(value), minutes });
    }
    default:
      return say('rule_silence', { subject, minutes: condition.minutes });
  }
}
