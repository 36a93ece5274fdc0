import type { LossEntity } from '@app/entities';
import { type Message, say } from '@app/kernel';
import type { AlertOrigin } from '../alerts/alert-origin';
import type { AlertRaise } from '../alerts/alert-raise';
import type { Occurrence } from '../../platform/occurrences/occurrence';

export const LOSS_ALERT = { source: 'rule', type: 'loss' } as const;

export function lossOrigin(id: number): AlertOrigin {
  return { ...LOSS_ALERT, originator: `loss:${id}` };
}

/** The event of a new loss. */
export function lossOccurrence(loss: LossEntity): Occurrence {
  const { id: lossId, rule, areaId, objectId, pointCode, energyType } = loss;
  const { kwhPerMonth, costPerMonth, currency } = loss;
  const subject = { lossId, rule, areaId, objectId, pointCode, energyType };
  const fields = { ...subject, kwhPerMonth, costPerMonth, currency };
  return { kind: 'event', name: 'loss.found', payload: { event: 'loss.found', ...fields } };
}

/** Returns the id of the loss of an alert. */
export function lossIdOf(originator: string): number {
  return Number(originator.replace('loss:', ''));
}

export function lossRaise(loss: LossEntity, at: Date): AlertRaise {
  return {
    ...lossOrigin(loss.id),
    severity: 'warning',
    title: titleOf(loss),
    message: amountOf(loss),
    areaId: loss.areaId,
    pointCode: loss.pointCode,
    value: loss.kwhPerMonth,
    at,
  };
}

function titleOf({ rule, energyType }: LossEntity): Message {
  const title = say(`loss_${rule}`);
  return energyType === null || energyType === 'electricity'
    ? title
    : say('loss_of_type', { loss: title, type: say(energyType) });
}

function amountOf({
  rule,
  pointCode,
  energyType,
  kwhPerMonth: kwh,
  costPerMonth: cost,
  currency,
  evidence,
}: LossEntity): Message {
  const value = evidence[0]?.value ?? 0;
  if (rule === 'frozen_meter') return say('loss_of_meter', { pointCode: pointCode ?? '', hours: value });
  if (rule === 'drifting_meter') return say('loss_of_drift', { pointCode: pointCode ?? '', percent: value });
  if (kwh === 0) return say('loss_of_unit', { hours: value });
  if (energyType === 'water')
    return cost === null
      ? say('loss_of_water', { volume: kwh })
      : say('loss_of_water_money', { volume: kwh, cost, currency });
  return cost === null ? say('loss_of_energy', { kwh }) : say('loss_of_money', { kwh, cost, currency });
}
