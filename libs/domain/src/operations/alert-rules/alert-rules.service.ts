import { AlertRuleEntity, inTransaction, pageOf, requireRow } from '@app/entities';
import {
  type Actor,
  Clock,
  DomainError,
  type ErrorDetail,
  type Message,
  type Page,
  type PageRequest,
  type RuleCondition,
  say,
  unknownRecord,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import type { AlertChange } from '../alerts/alert-change';
import { AlertWriter } from '../alerts/alert-writer';
import { CalendarReader } from '../calendars/calendar-reader';
import { type AlertRule, type AlertRuleChanges, type AlertRuleInput, toAlertRule } from './alert-rule';
import {
  deleteRule,
  deleteRuleState,
  findKnownCodes,
  findRule,
  findSuspended,
  lockRule,
  saveRule,
} from './alert-rules.queries';
import { changedRule, newRule } from './merge-rule';
import { toRuleCondition } from './rule-condition';
import { ALERT_RULES, ruleOrigin } from './rule-origin';

const NAME = 'The alert rule';

/**
 * Creates, reads, updates and deletes alert rules. A change clears the alert of the rule, and its evaluation starts
 * again.
 */
@Injectable()
export class AlertRulesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly areas: AreasService,
    private readonly calendars: CalendarReader,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Returns one page of the rules, oldest first. */
  async list(request: PageRequest): Promise<Page<AlertRule>> {
    const { items, ...page } = await pageOf(this.dataSource.manager, AlertRuleEntity, request);
    return { ...page, items: await this.shown(items) };
  }

  /** @throws DomainError not_found */
  async find(id: number): Promise<AlertRule> {
    return this.shownOne(await requireRow(findRule(this.dataSource.manager, id), NAME));
  }

  /** @throws DomainError invalid with a detail for each problem */
  async create(actor: Actor, input: AlertRuleInput): Promise<AlertRule> {
    const rule = newRule(input);
    await this.assertReferences(rule);
    const created = await inTransaction(this.dataSource, async (manager) => {
      const after = await saveRule(manager, rule);
      const record = { action: 'alert_rule.created', target: `alert rule ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
    return this.shownOne(created);
  }

  /**
   * Changes a rule. If any field differs, the alert of the rule is cleared, and the evaluation of the rule starts
   * again.
   * @param changesOf returns the changes; it gets the current condition, which is locked
   * @throws the errors of `create`, and DomainError not_found
   */
  async change(
    actor: Actor,
    id: number,
    changesOf: (current: RuleCondition) => AlertRuleChanges,
  ): Promise<AlertRule> {
    const { rule, cleared } = await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockRule(manager, id), NAME);
      const changed = changedRule(before, changesOf(toRuleCondition(before)));
      if (isSame(before, changed)) return { rule: before, cleared: [] };
      await this.assertReferences(changed, before);
      const after = await saveRule(manager, changed);
      const change = { action: 'alert_rule.changed', target: `alert rule ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      const note = say(after.enabled ? 'alert_rule_changed' : 'alert_rule_disabled');
      return { rule: after, cleared: await this.reset(manager, before, note) };
    });
    this.writer.publish(cleared);
    return this.shownOne(rule);
  }

  /** Deletes a rule and clears its alert. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    const cleared = await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockRule(manager, id), NAME);
      await deleteRule(manager, id);
      await this.audit.record(
        actor,
        { action: 'alert_rule.removed', target: `alert rule ${id}`, before },
        manager,
      );
      return this.reset(manager, before, say('alert_rule_deleted'));
    });
    this.writer.publish(cleared);
  }

  /**
   * Checks that the area and the calendar of a rule exist. References that the stored rule already has are accepted
   * even if they no longer exist, so that a client can send a rule back unchanged.
   */
  async assertReferences(
    { areaId, calendarId }: Pick<AlertRuleEntity, 'areaId' | 'calendarId'>,
    before?: AlertRuleEntity,
  ): Promise<void> {
    const details: ErrorDetail[] = [];
    if (areaId !== null && areaId !== before?.areaId) {
      const { areas } = await this.areas.site();
      if (!areas.some(({ id }) => id === areaId)) {
        details.push({ path: 'areaId', ...unknownRecord('area', areaId) });
      }
    }
    if (calendarId !== null && calendarId !== before?.calendarId) {
      const [calendar] = await this.calendars.findAll([calendarId]);
      if (!calendar) details.push({ path: 'schedule', ...unknownRecord('calendar', calendarId) });
    }
    if (details.length > 0) throw DomainError.invalid('The alert rule is not valid.', details);
  }

  private async reset(
    manager: EntityManager,
    rule: AlertRuleEntity,
    note: Message,
  ): Promise<readonly AlertChange[]> {
    await deleteRuleState(manager, rule.id);
    const clear = { ...ruleOrigin(rule), at: this.clock.now(), note };
    return this.writer.clear(manager, [clear], ALERT_RULES);
  }

  private async shownOne(rule: AlertRuleEntity): Promise<AlertRule> {
    const [shown] = await this.shown([rule]);
    return shown ?? toAlertRule(rule, []);
  }

  private async shown(rules: readonly AlertRuleEntity[]): Promise<AlertRule[]> {
    const codes = rules.flatMap(({ pointCode }) => pointCode ?? []);
    const known = await findKnownCodes(this.dataSource.manager, codes);
    const suspended = await findSuspended(
      this.dataSource.manager,
      rules.map(({ id }) => id),
    );
    return rules.map((rule) =>
      toAlertRule(rule, suspended.has(rule.id) ? [deletion(rule)] : warningsOf(rule, known)),
    );
  }
}

function warningsOf({ pointCode }: AlertRuleEntity, known: ReadonlySet<string>): ErrorDetail[] {
  if (pointCode === null || known.has(pointCode)) return [];
  return [{ path: 'pointCode', ...say('rule_without_value', { code: pointCode }) }];
}

function deletion({ pointCode, areaId }: AlertRuleEntity): ErrorDetail {
  return pointCode === null
    ? { path: 'areaId', ...say('rule_area_gone', { id: Number(areaId) }) }
    : { path: 'pointCode', ...say('rule_point_gone', { code: pointCode }) };
}

function isSame({ revision: _before, ...before }: AlertRuleEntity, after: AlertRuleEntity): boolean {
  return Object.entries(before).every(([field, value]) => after[field as keyof AlertRuleEntity] === value);
}
