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

/** Reads the search of an address, and drops what is not valid. */
export function readAlarmSearch(search: Record<string, unknown>): AlarmSearch {
  const status = STATUSES.find((value) => value === search.status);
  const severity = LEVELS.find((value) => value === search.severity);
  const source = SOURCES.find((value) => value === search.source);
  return {
    ...(status && { status }),
    ...(severity && { severity }),
    ...(source && { source }),
    ...(isCount(search.page) && { page: search.page }),
    ...(isCount(search.alarm) && { alarm: search.alarm }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
