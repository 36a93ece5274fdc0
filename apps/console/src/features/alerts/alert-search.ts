import { readChoice, readCount, readText } from '../../app/search-fields';
import { type CalendarDate, isCalendarDate } from '../../format/calendar-period';
import { SEVERITIES, type Severity } from '../../ui/severity-badge';

export const STATUSES = ['active', 'shelved', 'cleared'] as const;
export const SOURCES = ['gateway', 'rule', 'workflow', 'manual'] as const;

/** The filters, the page and the opened alert, as in the address. */
export interface AlertSearch {
  /** By default, active alerts that are not shelved. */
  status?: (typeof STATUSES)[number];
  severity?: Severity;
  acknowledged?: boolean;
  /** At most one of `point`, `area` and `source` is set, because the API does not combine them. */
  point?: string;
  area?: number;
  source?: (typeof SOURCES)[number];
  /** The first day on which the alerts were raised. */
  from?: CalendarDate;
  /** The last day, inclusive. */
  last?: CalendarDate;
  page?: number;
  /** The id of the alert whose details are open. */
  alert?: number;
}

const CODE_LENGTH = 255;

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readAlertSearch(search: Record<string, unknown>): AlertSearch {
  const { acknowledged, from, last } = search;
  return {
    status: readChoice(STATUSES, search.status),
    severity: readChoice(SEVERITIES, search.severity),
    acknowledged: typeof acknowledged === 'boolean' ? acknowledged : undefined,
    ...readOwner(search),
    from: isCalendarDate(from) ? from : undefined,
    last: isCalendarDate(last) ? last : undefined,
    page: readCount(search.page),
    alert: readCount(search.alert),
  };
}

type Owner = Pick<AlertSearch, 'point' | 'area' | 'source'>;

/** Returns the first of the filters that exclude each other. */
function readOwner(search: Record<string, unknown>): Owner {
  const point = readText(search.point)?.slice(0, CODE_LENGTH);
  const area = point === undefined ? readCount(search.area) : undefined;
  const isFree = point === undefined && area === undefined;
  return { point, area, source: isFree ? readChoice(SOURCES, search.source) : undefined };
}
