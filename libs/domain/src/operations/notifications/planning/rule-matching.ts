import type { AlertEntity, NotificationRuleEntity } from '@app/entities';
import { ALERT_SEVERITIES } from '@app/kernel';

type Conditions = Pick<NotificationRuleEntity, 'minSeverity' | 'sources' | 'areaIds'>;
type Area = { id: number; parentId: number | null };

/**
 * Returns true if a rule applies to an alert.
 * @param lineage the alert's area and the areas above it; empty if the alert has no area
 */
export function isMatch(
  { minSeverity, sources, areaIds }: Conditions,
  alert: Pick<AlertEntity, 'severity' | 'source'>,
  lineage: readonly number[],
): boolean {
  return (
    ALERT_SEVERITIES.indexOf(alert.severity) <= ALERT_SEVERITIES.indexOf(minSeverity) &&
    (sources.length === 0 || sources.includes(alert.source)) &&
    (areaIds.length === 0 || areaIds.some((id) => lineage.includes(id)))
  );
}

/**
 * Returns a function that lists an area and the areas above it. For a deleted area, the list contains only this area.
 */
export function lineages(areas: readonly Area[]): (areaId: number | null) => number[] {
  const parents = new Map(areas.map(({ id, parentId }) => [id, parentId]));
  return (areaId) => {
    const lineage: number[] = [];
    for (let id = areaId; id !== null && !lineage.includes(id); id = parents.get(id) ?? null)
      lineage.push(id);
    return lineage;
  };
}
