import { ALERT_SEVERITIES, type AlertSeverity } from '@app/kernel';
import { ALERT_WORDS } from '../../../operations/notifications/sending/alert-words';
import type { MeasuringSection, SectionContext } from '../section-context';
import type { Groups } from './count-tables';

/** An alert or a fault, which can be grouped by each of these fields. */
interface GroupedRecord {
  areaId: number | null;
  severity: AlertSeverity;
  status: string;
}

const NO_AREA = 'none';
const SEVERITY_COLOURS: Record<AlertSeverity, string> = {
  critical: '#b4293c',
  major: '#e08a1e',
  minor: '#e3c33b',
  warning: '#5b8fc7',
  indeterminate: '#8c8c8c',
};

/** The groups of a section about alerts or faults. @param statuses the groups if the section does not name a field */
export function recordGroups(
  { groupBy }: MeasuringSection,
  context: SectionContext,
  records: readonly GroupedRecord[],
  statuses: Groups,
): Groups {
  if (groupBy === 'area') return areaGroups(records, context);
  return groupBy === 'severity' ? severityGroups(context) : statuses;
}

/** The key of the group to which a record belongs. */
export function recordKey(
  { groupBy }: MeasuringSection,
  { site }: SectionContext,
  { areaId, severity, status }: GroupedRecord,
): string {
  if (groupBy === 'area') return areaKey(areaId, site.areas);
  return groupBy === 'severity' ? severity : status;
}

function severityGroups({ language }: SectionContext): Groups {
  const { severities } = ALERT_WORDS[language];
  return ALERT_SEVERITIES.map((key) => ({ key, title: severities[key], colour: SEVERITY_COLOURS[key] }));
}

/** The areas that have records, in the order of the site. */
function areaGroups(records: readonly GroupedRecord[], { site, words }: SectionContext): Groups {
  const used = new Set(records.map(({ areaId }) => areaKey(areaId, site.areas)));
  const known = site.areas.map(({ id, name }) => ({ key: String(id), title: name }));
  return [...known, { key: NO_AREA, title: words.noArea }].filter(({ key }) => used.has(key));
}

/** Records of deleted areas count as records without an area. */
function areaKey(areaId: number | null, areas: readonly { id: number }[]): string {
  return areaId !== null && areas.some(({ id }) => id === areaId) ? String(areaId) : NO_AREA;
}
