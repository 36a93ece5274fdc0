import { ALERT_SEVERITIES } from '@app/kernel';
import {
  canonicalInstant,
  codeShape,
  countShape,
  instantShape,
  listOf,
  objectOf,
  optionalInstantShape,
  recordShape,
  shapeOf,
  textShape,
} from './answer-shape';
import type {
  GatewayAlarm,
  GatewayAlarmConfigs,
  GatewayAlarmEvent,
  GatewayAlarmPage,
} from './gateway-shapes';

interface NumberedAlarm {
  id: string | number;
}
type AlarmAnswer = Omit<GatewayAlarm, 'id' | 'clearedAt'> & NumberedAlarm & { clearedAt?: string | null };

const alarm = {
  id: { type: ['string', 'integer'] },
  code: codeShape,
  level: { enum: ALERT_SEVERITIES },
  message: textShape,
};

const checkAlarms = shapeOf<{ items: AlarmAnswer[]; total: number }>(
  objectOf({
    items: listOf(
      objectOf({ ...alarm, raisedAt: instantShape, clearedAt: optionalInstantShape }, ['clearedAt']),
    ),
    total: countShape,
  }),
);
const checkAlarmEvent = shapeOf<Omit<GatewayAlarmEvent, 'id'> & NumberedAlarm>(
  objectOf({ ...alarm, state: { enum: ['raised', 'cleared'] }, timestamp: instantShape }),
);
const checkAlarmConfigs = shapeOf<GatewayAlarmConfigs>({
  type: 'object',
  anyOf: [objectOf({ items: listOf(recordShape) }), objectOf({ config: { ...recordShape, nullable: true } })],
});

export function readAlarms(body: unknown): GatewayAlarmPage {
  const { items, total } = checkAlarms(body);
  return {
    items: items.map(({ id, code, level, message, raisedAt, clearedAt }) => ({
      id: String(id),
      code,
      level,
      message,
      raisedAt: canonicalInstant(raisedAt),
      clearedAt: clearedAt ? canonicalInstant(clearedAt) : null,
    })),
    total,
  };
}

export function readAlarmEvent(body: unknown): GatewayAlarmEvent {
  const { id, code, level, message, state, timestamp } = checkAlarmEvent(body);
  return { id: String(id), code, level, message, state, timestamp: canonicalInstant(timestamp) };
}

export function readAlarmConfigs(body: unknown): GatewayAlarmConfigs {
  const answer = checkAlarmConfigs(body);
  return 'items' in answer ? { items: answer.items } : { config: answer.config };
}
