import { once } from 'node:events';
import { lightingUpdated, pointValuesChanged } from '@app/contracts';
import type { SceneLabel } from '@app/entities';
import { EventBus } from '@app/events';
import { Clock, Pacer } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SceneLabelsService } from '../scene/scene-labels.service';
import { findControlledLabels } from './lighting.queries';
import { codesOf, labelStateOf } from './reported-state';
import { ReportedValuesService } from './reported-values.service';

/** Changes that arrive within this time are combined into one update per label. */
const EVERY_MS = 500;

/**
 * Publishes an update when the lights of a label report another state, for example because somebody used a wall switch.
 * Only one process may do this at a time; otherwise, clients would receive each update several times.
 *
 * A command publishes the state of its label when it ends. Until then, changes of the label are not published, and
 * afterwards only if the lights report another state than the command.
 */
@Injectable()
export class LightingChangesService {
  private readonly logger = new Logger(LightingChangesService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly labels: SceneLabelsService,
    private readonly values: ReportedValuesService,
    private readonly clock: Clock,
  ) {}

  /** Publishes updates until `signal` is aborted. A change of the power alone is not published. */
  async follow(signal: AbortSignal): Promise<void> {
    /** The last published state of each label, as JSON. */
    const published = new Map<string, string>();
    let changed = new Set<string>();
    let turn = Promise.resolve();
    const pacer = new Pacer(() => {
      const codes = changed;
      changed = new Set();
      // Batches run one after the other, so that an older state is never published after a newer one.
      if (!signal.aborted) turn = turn.then(() => this.attempt(codes, published)).then(addChanged);
    }, EVERY_MS);
    const addChanged = (codes: readonly string[]) => {
      if (codes.length === 0) return;
      for (const code of codes) changed.add(code);
      pacer.ask();
    };
    const unsubscribe = [
      this.bus.subscribe(pointValuesChanged, ({ values }) => addChanged(values.map(({ code }) => code))),
      this.bus.subscribe(lightingUpdated, ({ labelId, groups }) => {
        published.set(labelId, JSON.stringify(groups));
      }),
    ];
    if (!signal.aborted) await once(signal, 'abort');
    for (const end of unsubscribe) end();
    await turn;
  }

  /** @returns the codes of labels that a command controls, because their changes must be checked again */
  private async attempt(codes: ReadonlySet<string>, published: Map<string, string>): Promise<string[]> {
    try {
      const labels = await this.labelsOf(codes);
      const ids = labels.map(({ id }) => id);
      const controlled = await findControlledLabels(this.dataSource.manager, ids, this.clock.now());
      await this.publish(
        labels.filter(({ id }) => !controlled.has(id)),
        published,
      );
      return labels.filter(({ id }) => controlled.has(id)).flatMap(codesOf);
    } catch (error) {
      this.logger.warn({ err: error }, 'Changes of lights could not be published.');
      return [];
    }
  }

  private async publish(labels: readonly SceneLabel[], published: Map<string, string>): Promise<void> {
    if (labels.length === 0) return;
    const values = await this.values.stored(labels.flatMap(codesOf));
    for (const label of labels) {
      const { on, devices: groups } = labelStateOf(label, values);
      const state = JSON.stringify(groups);
      if (published.get(label.id) === state) continue;
      published.set(label.id, state);
      this.bus.publish(lightingUpdated, { labelId: label.id, on, groups, results: [] });
    }
  }

  private async labelsOf(codes: ReadonlySet<string>): Promise<SceneLabel[]> {
    const { byCode, byId } = await this.labels.current();
    const ids = new Set([...codes].flatMap((code) => byCode.get(code) ?? []));
    return [...ids].map((id) => byId.get(id)).filter((label) => label !== undefined);
  }
}
