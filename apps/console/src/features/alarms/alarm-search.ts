import { readCount } from '../../app/search-fields';

export const STATUSES = ['active', 'shelved', 'cleared'] as const;
export const SOURCES = ['gateway', 'rule', 'workflow', 'manual'] as const;
const LEVELS = ['critical', 'major', 'minor', 'warning', 'indeterminate'] as const;

/** The filters, the page and the opened alarm, as in the address. */
export interface AlarmSearch {
  /** By default, active alarms that are not shelved. */
  status?: (typeof STATUSES)[number];
  severity?: (typeof LEVELS)[number];
  source?: (typeof SOURCES)[number];
  page?: number;
  /** The id of the alarm whose details are open. */
  alarm?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readAlarmSearch(search: Record<string, unknown>): AlarmSearch {
  return {
    status: STATUSES.find((value) => value === search.status),
    severity: LEVELS.find((value) => value === search.severity),
    source: SOURCES.find((value) => value === search.source),
    page: readCount(search.page),
    alarm: readCount(search.alarm),
  };
}
