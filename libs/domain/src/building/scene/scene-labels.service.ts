import type { SceneLabel } from '@app/entities';
import { groupBy } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockRevision, readLabels, readRevision } from './scene.queries';

/** The labels of one revision of the scene. */
export interface SceneLabels {
  readonly revision: number;
  readonly byId: ReadonlyMap<string, SceneLabel>;
  /** Maps the code of each point that switches or dims a light to the ids of the labels that contain this light. */
  readonly byCode: ReadonlyMap<string, readonly string[]>;
}

/**
 * Caches the labels of the scene. Each call asks the database for the revision of the scene, and reads the labels only
 * if it has changed. A change by another process therefore takes effect immediately.
 */
@Injectable()
export class SceneLabelsService {
  private known: SceneLabels | undefined;

  constructor(private readonly dataSource: DataSource) {}

  async current(): Promise<SceneLabels> {
    const { manager } = this.dataSource;
    return this.ofRevision(manager, await readRevision(manager));
  }

  /** Like `current`, and locks the scene until the transaction ends. */
  async locked(manager: EntityManager): Promise<SceneLabels> {
    return this.ofRevision(manager, await lockRevision(manager));
  }

  private async ofRevision(manager: EntityManager, revision: number): Promise<SceneLabels> {
    if (this.known?.revision === revision) return this.known;
    return (this.known = indexed(await readLabels(manager)));
  }
}

function indexed({ labels, revision }: { labels: SceneLabel[]; revision: number }): SceneLabels {
  const used = labels.flatMap(({ id, devices }) => {
    const codes = new Set(
      devices.flatMap(({ switchCode, levelCode }) => [switchCode ?? [], levelCode ?? []].flat()),
    );
    return [...codes].map((code) => ({ code, id }));
  });
  const byCode = new Map(
    Array.from(
      groupBy(used, ({ code }) => code),
      ([code, found]) => [code, found.map(({ id }) => id)],
    ),
  );
  return { revision, byId: new Map(labels.map((label) => [label.id, label])), byCode };
}
