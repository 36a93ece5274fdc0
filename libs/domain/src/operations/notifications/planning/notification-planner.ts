import {
  type AlertEntity,
  type AlertNoticeEntity,
  type AlertNoticeKind,
  type NotificationDeliveryEntity,
  type NotificationEscalationEntity,
  type NotificationRuleEntity,
} from '@app/entities';
import { Clock, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AreasService } from '../../../metering/areas/areas.service';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { DeliveryQueue, type PlannedMessages } from './delivery-queue';
import {
  deliveriesOfChannel,
  deliveryTo,
  escalationsOf,
  oncePerRecipient,
  type PlanningMoment,
} from './plan-deliveries';
import {
  deleteNotices,
  dropHeld,
  findAlertsById,
  findEnabledRules,
  findPlannedRules,
  findReports,
  insertDeliveries,
  insertEscalations,
  lockNotices,
  releaseHeld,
} from './planning.queries';
import { isMatch, lineages } from './rule-matching';

const BATCH = 200;
const HOUR_MS = 3_600_000;
/** No messages are sent for older notices, because they are a backlog, for example from before the first start. */
const OLDEST_NOTICE_MS = 24 * HOUR_MS;
/** A raised alert is not reported if it was cleared at least this long ago. */
const OLDEST_CLEAR_MS = HOUR_MS;
const CLEARED = say('cleared_before_end');

/** The state on which a plan is based. */
interface Basis extends PlanningMoment {
  rules: readonly NotificationRuleEntity[];
  alerts: ReadonlyMap<number, AlertEntity>;
  lineageOf: (areaId: number | null) => number[];
}

/**
 * Turns notices of alerts into messages. One transaction locks the notices, plans their messages and deletes them, so
 * each notice is planned once.
 */
@Injectable()
export class NotificationPlanner {
  constructor(
    private readonly areas: AreasService,
    private readonly configuration: ConfigurationService,
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of processed notices; 0 if there were none */
  planNext(): Promise<number> {
    return this.queue.addPlanned((manager) => this.plan(manager));
  }

  private async plan(manager: EntityManager): Promise<PlannedMessages> {
    const notices = await lockNotices(manager, BATCH);
    if (notices.length === 0) return { processed: 0, deliveries: [] };
    const now = this.clock.now();
    const recent = notices.filter(({ at }) => now.getTime() - at.getTime() <= OLDEST_NOTICE_MS);
    const basis = await this.basis(manager, recent, now);
    const ofKinds = (...kinds: AlertNoticeKind[]) => recent.filter(({ kind }) => kinds.includes(kind));
    const raises = plannedRaises(ofKinds('raised', 'returned'), basis);
    await storePlan(manager, raises);
    const changes = await this.planSeverityChanges(manager, ofKinds('severity_changed'), basis);
    const clears = await this.planClears(manager, ofKinds('cleared'), basis);
    await deleteNotices(
      manager,
      notices.map(({ id }) => id),
    );
    return { processed: notices.length, deliveries: [...raises.deliveries, ...changes, ...clears] };
  }

  private async basis(
    manager: EntityManager,
    notices: readonly AlertNoticeEntity[],
    now: Date,
  ): Promise<Basis> {
    const ids = notices.map(({ alertId }) => alertId);
    return {
      now,
      zone: await this.configuration.timezone(),
      rules: await findEnabledRules(manager),
      alerts: await findAlertsById(manager, ids),
      lineageOf: lineages((await this.areas.site()).areas),
    };
  }

  /**
   * Plans messages about alerts whose severity has changed. Other rules may apply to such an alert, and if it is
   * critical, its held messages are released.
   */
  private async planSeverityChanges(
    manager: EntityManager,
    notices: readonly AlertNoticeEntity[],
    basis: Basis,
  ): Promise<NotificationDeliveryEntity[]> {
    if (notices.length === 0) return [];
    const ids = notices.map(({ alertId }) => alertId);
    const isCritical = (id: number) => basis.alerts.get(id)?.severity === 'critical';
    await releaseHeld(manager, ids.filter(isCritical), basis.now);
    const known = await findPlannedRules(manager, ids);
    // Only the last change of each alert counts.
    const lastOfEach = [...new Map(notices.map((notice) => [notice.alertId, notice])).values()];
    const active = lastOfEach.filter(({ alertId }) => basis.alerts.get(alertId)?.state === 'active');
    const plan = plannedRaises(active, basis, (ruleId, alertId) => !known.has(`${ruleId} ${alertId}`));
    await storePlan(manager, plan);
    return plan.deliveries;
  }

  /** Reports the end of an alert to all recipients of messages about it. */
  private async planClears(
    manager: EntityManager,
    notices: readonly AlertNoticeEntity[],
    basis: Basis,
  ): Promise<NotificationDeliveryEntity[]> {
    if (notices.length === 0) return [];
    const ids = notices.map(({ alertId }) => alertId);
    // Held messages are dropped before `findReports`. If another process releases a message before it is dropped, the
    // message is pending, and `findReports` returns it.
    await dropHeld(manager, ids, CLEARED);
    const reports = await findReports(manager, ids);
    const noticeIds = new Map(notices.map(({ alertId, id }) => [alertId, id]));
    const rules = new Map(basis.rules.map((rule) => [rule.id, rule]));
    const planned = reports.flatMap(({ ruleId, otherRuleIds, alertId, channel }) => {
      const [alert, noticeId] = [basis.alerts.get(alertId), noticeIds.get(alertId)];
      if (!alert || noticeId === undefined) return [];
      const occasion = { type: 'alert.cleared', noticeId, alert } as const;
      return [ruleId, ...(otherRuleIds ?? [])]
        .flatMap((id) => rules.get(id) ?? [])
        .map((rule) => deliveryTo(rule, channel, occasion, basis));
    });
    const deliveries = oncePerRecipient(planned);
    await insertDeliveries(manager, deliveries);
    return deliveries;
  }
}

interface Plan {
  deliveries: NotificationDeliveryEntity[];
  escalations: NotificationEscalationEntity[];
}

async function storePlan(manager: EntityManager, { deliveries, escalations }: Plan): Promise<void> {
  await insertDeliveries(manager, deliveries);
  await insertEscalations(manager, escalations);
}

/**
 * The messages and escalations about active alerts.
 * @param isNews returns true if a rule must report an alert; by default, every rule that applies to the alert reports
 *   it
 */
function plannedRaises(
  notices: readonly AlertNoticeEntity[],
  { rules, alerts, lineageOf, ...moment }: Basis,
  isNews: (ruleId: number, alertId: number) => boolean = () => true,
): Plan {
  const deliveries: NotificationDeliveryEntity[] = [];
  const escalations: NotificationEscalationEntity[] = [];
  for (const { id: noticeId, kind, alertId, at } of notices) {
    const alert = alerts.get(alertId);
    if (!alert || isOver(alert, moment.now)) continue;
    const lineage = lineageOf(alert.areaId);
    const occasion = {
      type: kind === 'returned' ? 'alert.returned' : 'alert.raised',
      noticeId,
      alert,
    } as const;
    for (const rule of rules.filter((each) => isMatch(each, alert, lineage) && isNews(each.id, alertId))) {
      deliveries.push(...deliveriesOfChannel(rule, 0, occasion, moment));
      escalations.push(...escalationsOf(rule, occasion, at));
    }
  }
  return { deliveries: oncePerRecipient(deliveries), escalations };
}

/**
 * Returns true if an alert must not be reported. A shelved alert is reported later, if it is still active when its
 * shelving ends.
 */
function isOver({ state, clearedAt }: AlertEntity, now: Date): boolean {
  return (
    state === 'shelved' || (clearedAt !== null && now.getTime() - clearedAt.getTime() >= OLDEST_CLEAR_MS)
  );
}
