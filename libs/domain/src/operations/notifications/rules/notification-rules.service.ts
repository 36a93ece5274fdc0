import { inTransaction, NotificationRuleEntity, pageOf, requireRow } from '@app/entities';
import {
  type Actor,
  DomainError,
  type ErrorDetail,
  mapPage,
  type Page,
  type PageRequest,
  unknownRecord,
} from '@app/kernel';
import { OutboundHttp } from '@app/outbound-http';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AreasService } from '../../../metering/areas/areas.service';
import { AuditService } from '../../../platform/audit/audit.service';
import {
  deleteRule,
  findDeliveriesOfRule,
  findRule,
  lockRule,
  type NotificationDelivery,
  saveRule,
} from './notification-rules.queries';
import { type ChannelInput, channelsOf, maskedRule, storedChannel } from './rule-channels';

/** The changes of a rule. Omitted fields keep their value. */
export interface NotificationRuleChanges extends Partial<
  Omit<NotificationRuleEntity, 'id' | 'channel' | 'escalation'>
> {
  channel?: ChannelInput;
  escalation?: { afterMinutes: number; channel: ChannelInput }[];
}

export type NotificationRuleInput = NotificationRuleChanges &
  Required<Pick<NotificationRuleChanges, 'name' | 'minSeverity' | 'channel'>>;

const NAME = 'The notification rule';
const EMPTY = { sources: [], areaIds: [], quietHours: null, escalation: [], enabled: true };

/**
 * Creates, reads, updates and deletes notification rules. Secrets are masked in responses. A new secret is shown once,
 * in the response that created it.
 */
@Injectable()
export class NotificationRulesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly http: OutboundHttp,
    private readonly audit: AuditService,
  ) {}

  async list(request: PageRequest): Promise<Page<NotificationRuleEntity>> {
    const page = await pageOf(this.dataSource.manager, NotificationRuleEntity, request);
    return mapPage(page, (rule) => maskedRule(rule, rule));
  }

  /** @throws DomainError not_found */
  async find(id: number): Promise<NotificationRuleEntity> {
    const rule = await requireRow(findRule(this.dataSource.manager, id), NAME);
    return maskedRule(rule, rule);
  }

  /** The deliveries of a rule, newest first. @throws DomainError not_found */
  async deliveries(id: number, page: PageRequest): Promise<Page<NotificationDelivery>> {
    await requireRow(findRule(this.dataSource.manager, id), NAME);
    return findDeliveriesOfRule(this.dataSource.manager, id, page);
  }

  /** @throws DomainError invalid with a detail for each unknown area and each refused URL */
  async create(actor: Actor, { channel, escalation = [], ...input }: NotificationRuleInput) {
    const rule = {
      ...EMPTY,
      ...input,
      channel: storedChannel(channel, 0, null),
      escalation: escalation.map((step, index) => ({
        ...step,
        channel: storedChannel(step.channel, index + 1, null),
      })),
    };
    this.assertSound(rule, await this.areaIds());
    return inTransaction(this.dataSource, async (manager) => {
      const after = await saveRule(manager, rule);
      const record = { action: 'notification_rule.created', target: targetOf(after.id), after };
      await this.audit.record(actor, record, manager);
      return maskedRule(after, null);
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  async change(actor: Actor, id: number, { channel, escalation, ...changes }: NotificationRuleChanges) {
    const areaIds = await this.areaIds();
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockRule(manager, id), NAME);
      const changed = Object.assign(new NotificationRuleEntity(), before, changes, {
        ...(channel && { channel: storedChannel(channel, 0, before) }),
        ...(escalation && {
          escalation: escalation.map((step, index) => ({
            ...step,
            channel: storedChannel(step.channel, index + 1, before),
          })),
        }),
      });
      // Areas that have been removed are accepted if the rule already has them, so that a client can send a rule back
      // unchanged.
      this.assertSound(changed, [...areaIds, ...before.areaIds]);
      const after = await saveRule(manager, changed);
      const change = { action: 'notification_rule.changed', target: targetOf(id), before, after };
      await this.audit.recordChange(actor, change, manager);
      return maskedRule(after, before);
    });
  }

  /** Deletes a rule. Its messages that have not been sent are dropped. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockRule(manager, id), NAME);
      await deleteRule(manager, id);
      const record = { action: 'notification_rule.removed', target: targetOf(id), before };
      await this.audit.record(actor, record, manager);
    });
  }

  private async areaIds(): Promise<number[]> {
    return (await this.areas.site()).areas.map(({ id }) => id);
  }

  private assertSound(rule: Omit<NotificationRuleEntity, 'id'>, knownAreas: readonly number[]): void {
    const details = [
      ...rule.areaIds.flatMap((id, index) =>
        knownAreas.includes(id) ? [] : [{ path: `areaIds[${index}]`, ...unknownRecord('area', id) }],
      ),
      ...channelsOf(rule).flatMap((channel, index) =>
        channel.kind === 'webhook'
          ? this.urlFaults(channel.url, index === 0 ? 'channel' : `escalation[${index - 1}].channel`)
          : [],
      ),
    ];
    if (details.length > 0) throw DomainError.invalid('The notification rule is not valid.', details);
  }

  private urlFaults(url: string, path: string): ErrorDetail[] {
    try {
      this.http.assertMayCall(url);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return [{ path: `${path}.url`, ...error.reason }];
    }
  }
}

function targetOf(id: number): string {
  return `notification rule ${id}`;
}
