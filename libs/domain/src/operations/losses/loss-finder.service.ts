import { inTransaction, LOSS_RULES, LossEntity } from '@app/entities';
import { Actor, Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CostsService } from '../../metering/costs/costs.service';
import type { AlertChange } from '../alerts/alert-change';
import { AlertWriter } from '../alerts/alert-writer';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import type { FoundLoss, LossLimits } from './judgement';
import { LOSS_ALERT, lossIdOf, lossOccurrence, lossOrigin, lossRaise } from './loss-alert';
import { lossCost, type LossCost } from './loss-cost';
import type { MeterGroups } from './loss-history.service';
import { type DayJudgements, LossJudgeService } from './loss-judge.service';
import { LossRulesService } from './loss-rules.service';
import {
  areasWithCurrentLosses,
  findObjectsOfPoints,
  findOpenLosses,
  lockCurrentLosses,
  saveLosses,
} from './losses.queries';

const LOSSES = Actor.system('losses');

/** An area, one of its meters or its energy of one type, with the rule that judges it. */
type Subject = Pick<LossEntity, 'rule' | 'pointCode' | 'energyType'>;

/** A loss that a rule has found, with its cost. */
interface PricedLoss extends Omit<FoundLoss, 'energyType'>, LossCost, Subject {}

/** The losses of an area, and the rules and meters that cannot be judged. */
interface AreaFindings {
  found: PricedLoss[];
  unknown: Subject[];
}

/** Finds the losses of all areas. */
@Injectable()
export class LossFinderService {
  private readonly logger = new Logger(LossFinderService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly judge: LossJudgeService,
    private readonly rules: LossRulesService,
    private readonly costs: CostsService,
    private readonly writer: AlertWriter,
    private readonly occurrences: OccurrencesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Judges each area that has meters of its own, air handling units or losses. Opens losses with an alert and an event each, updates those that continue, and ends
   * the others. While a rule cannot judge, a loss stays as it is. Losses of disabled rules end. An area that cannot be
   * read does not stop the others.
   */
  async find(signal?: AbortSignal): Promise<void> {
    const limits = await this.rules.limits();
    const judged = await this.judge.judgedAreas();
    const withLosses = await areasWithCurrentLosses(this.dataSource.manager);
    const groups: MeterGroups = new Map();
    for (const areaId of new Set([...judged, ...withLosses])) {
      signal?.throwIfAborted();
      try {
        await this.findIn(areaId, limits, groups);
      } catch (error) {
        this.logger.error({ err: error, areaId }, 'The losses of an area could not be determined');
      }
    }
    await this.clearEnded();
  }

  private async findIn(areaId: number, limits: LossLimits, groups: MeterGroups): Promise<void> {
    const at = this.clock.now();
    const findings = await this.priced(await this.judge.judgeDayOf(areaId, limits, at.getTime(), groups));
    const changes = await inTransaction(this.dataSource, async (manager) => {
      const current = await lockCurrentLosses(manager, areaId);
      const { found, unknown } = findings;
      const objects = await findObjectsOfPoints(
        manager,
        found.flatMap(({ pointCode }) => pointCode ?? []),
      );
      const known = found.map((loss) => {
        const before = current.find((one) => isSame(one, loss));
        const objectId = objects.get(loss.pointCode ?? '') ?? null;
        return updated(before ?? newLoss(areaId, loss, at), loss, { objectId, at });
      });
      const isOver = (one: LossEntity) => ![...found, ...unknown].some((subject) => isSame(one, subject));
      const ended = current.filter(isOver);
      for (const loss of ended) loss.status = 'gone';
      const opened = known.filter(({ id }) => !id);
      await saveLosses(manager, [...known, ...ended]);
      await this.occurrences.record(manager, opened.map(lossOccurrence));
      return this.writer.raise(
        manager,
        opened.map((loss) => lossRaise(loss, at)),
        LOSSES,
      );
    });
    this.writer.publish(changes);
  }

  private async priced(judgements: DayJudgements): Promise<AreaFindings> {
    const found: PricedLoss[] = [];
    const unknown: Subject[] = [];
    for (const rule of LOSS_RULES) {
      for (const { pointCode, energyType = null, loss, reason } of judgements[rule] ?? []) {
        const subject = { rule, pointCode, energyType };
        // Without its baseline, nobody will know more about the loss.
        if (reason && reason.code !== 'loss_without_baseline') unknown.push(subject);
        if (!loss) continue;
        const pricing = await this.costs.pricing(loss.energyType);
        found.push({ ...loss, ...lossCost(loss, pricing), ...subject });
      }
    }
    return { found, unknown };
  }

  /** Clears the alerts of losses that are gone, or whose area was deleted. */
  private async clearEnded(): Promise<void> {
    const at = this.clock.now();
    const changes: AlertChange[] = await inTransaction(this.dataSource, async (manager) => {
      const ids = (await this.writer.activeOriginators(manager, LOSS_ALERT)).map(lossIdOf);
      const open = new Set(await findOpenLosses(manager, ids));
      const ended = ids.filter((id) => !open.has(id));
      return this.writer.clear(
        manager,
        ended.map((id) => ({ ...lossOrigin(id), at })),
        LOSSES,
      );
    });
    this.writer.publish(changes);
  }
}

/** Older losses of electricity have no energy type. */
function isSame(one: Subject, other: Subject): boolean {
  const isSameType = (one.energyType ?? 'electricity') === (other.energyType ?? 'electricity');
  return one.rule === other.rule && one.pointCode === other.pointCode && isSameType;
}

function newLoss(areaId: number, { rule, pointCode, energyType }: PricedLoss, since: Date): LossEntity {
  const first = { areaId, rule, pointCode, energyType, since, status: 'open', dismissal: null } as const;
  return Object.assign(new LossEntity(), first);
}

function updated(
  loss: LossEntity,
  { kwhPerMonth, costPerMonth, currency, evidence }: PricedLoss,
  { objectId, at }: { objectId: number | null; at: Date },
): LossEntity {
  const costOrder = costPerMonth ?? -1;
  const amounts = { kwhPerMonth, costPerMonth, currency, costOrder, evidence };
  return Object.assign(loss, amounts, { objectId, lastSeenAt: at });
}
