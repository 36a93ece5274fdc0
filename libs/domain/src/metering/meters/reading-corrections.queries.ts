import { dialectSql, PagedList, ReadingCorrectionEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** A correction without its meter. */
export type ReadingCorrection = Omit<ReadingCorrectionEntity, 'meter' | 'meterId'>;

const CORRECTIONS = new PagedList(ReadingCorrectionEntity, {
  columns: ['id', 'pointCode', 'kind', 'at', 'endsAt', 'value', 'reason', 'createdBy', 'createdAt'],
  order: ['id'],
  direction: 'DESC',
});

/** The corrections of a meter, or of all meters, newest first. */
export function listCorrections(
  manager: EntityManager,
  page: PageRequest,
  meterId: number | undefined,
): Promise<Page<ReadingCorrection>> {
  return CORRECTIONS.read(manager, page, { equals: { meterId } });
}

/** The corrections of a meter that are about an instant in [fromMs, toMs), in the order of their start. */
export function correctionsWithin(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
  toMs: number,
): Promise<ReadingCorrectionEntity[]> {
  return manager
    .createQueryBuilder(ReadingCorrectionEntity, 'correction')
    .where('correction.meter_id = :meterId AND correction.at < :to', { meterId, to: new Date(toMs) })
    .andWhere('(correction.at >= :from OR correction.ends_at > :from)', { from: new Date(fromMs) })
    .orderBy('correction.at')
    .addOrderBy('correction.id')
    .getMany();
}

export async function hasCorrections(manager: EntityManager, meterId: number): Promise<boolean> {
  const rows = await dialectSql.query(
    manager,
    'SELECT 1 AS one FROM reading_correction WHERE meter_id = ? LIMIT 1',
    [meterId],
  );
  return rows.length > 0;
}

export function findCorrection(manager: EntityManager, id: number): Promise<ReadingCorrectionEntity | null> {
  return manager.findOneBy(ReadingCorrectionEntity, { id });
}
