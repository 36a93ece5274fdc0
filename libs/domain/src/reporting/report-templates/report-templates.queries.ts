import { PagedList, ReportTemplateEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In, IsNull, Not } from 'typeorm';

const TEMPLATES = new PagedList(ReportTemplateEntity, {
  columns: ['id', 'shipped', 'name', 'description', 'category', 'config', 'createdAt'],
  order: ['id'],
  direction: 'ASC',
});

/** Templates, oldest first. */
export function findTemplates(
  manager: EntityManager,
  page: PageRequest,
): Promise<Page<ReportTemplateEntity>> {
  return TEMPLATES.read(manager, page);
}

export function findTemplate(manager: EntityManager, id: number): Promise<ReportTemplateEntity | null> {
  return manager.findOneBy(ReportTemplateEntity, { id });
}

/** Returns the given ids for which a template exists. */
export async function findTemplateIds(manager: EntityManager, ids: readonly number[]): Promise<number[]> {
  const rows = await manager.find(ReportTemplateEntity, {
    select: { id: true },
    where: { id: In([...ids]) },
  });
  return rows.map(({ id }) => id);
}

export function saveTemplate(
  manager: EntityManager,
  template: Omit<ReportTemplateEntity, 'id'>,
): Promise<ReportTemplateEntity> {
  return manager.save(manager.create(ReportTemplateEntity, template));
}

/** The names of the shipped templates that exist. */
export async function findShippedNames(manager: EntityManager): Promise<string[]> {
  const rows = await manager.find(ReportTemplateEntity, {
    select: { id: true, shipped: true },
    where: { shipped: Not(IsNull()) },
  });
  return rows.flatMap(({ shipped }) => shipped ?? []);
}

/** Inserts the template if it does not exist. If several processes try at once, one of them inserts it. */
export async function insertShipped(
  manager: EntityManager,
  template: Omit<ReportTemplateEntity, 'id'>,
): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(ReportTemplateEntity)
    .values(template)
    .orIgnore()
    .execute();
}
