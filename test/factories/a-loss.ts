import { LossEntity } from '@app/entities';
import type { DataSource } from 'typeorm';

/** Inserts an open loss of the area with the id 1. `changes` replace its default values. */
export function aLoss(dataSource: DataSource, changes: Partial<LossEntity> = {}): Promise<LossEntity> {
  const loss: Omit<LossEntity, 'id'> = {
    rule: 'night_load',
    areaId: 1,
    objectId: null,
    pointCode: null,
    energyType: 'electricity',
    since: new Date('2026-05-01T05:10:00Z'),
    lastSeenAt: new Date('2026-05-04T05:10:00Z'),
    kwhPerMonth: 1840.5,
    costPerMonth: 460.13,
    currency: 'EUR',
    costOrder: 460.13,
    status: 'open',
    dismissal: null,
    evidence: [
      { code: 'nights', value: 20 },
      { code: 'nightKw', value: 41.2 },
      { code: 'dayKw', value: 62.5 },
      { code: 'sharePercent', value: 65.9 },
    ],
    ...changes,
  };
  return dataSource.manager.save(Object.assign(new LossEntity(), loss));
}
