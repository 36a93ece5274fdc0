import { readChoice, readCount, readText } from '../../app/search-fields';
import { SEVERITIES, type Severity } from '../../ui/severity-badge';

/** The parts of the list. `undone` is the default, and needs no parameter. */
export const PARTS = ['undone', 'resolved', 'closed', 'every'] as const;

/** The filters, the page and the opened fault, as in the address. */
export interface FaultSearch {
  status?: (typeof PARTS)[number];
  severity?: Severity;
  area?: number;
  /** Only faults that are assigned to the user. */
  mine?: true;
  page?: number;
  /** The id of the fault whose details are open. */
  fault?: number;
  /** Opens the form for a new fault. */
  report?: true;
  /** The id of the alert from which a new fault is reported. */
  alert?: number;
  /** The title of a new fault. Its area is `area`. */
  title?: string;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readFaultSearch(search: Record<string, unknown>): FaultSearch {
  return {
    status: readChoice(PARTS, search.status),
    severity: readChoice(SEVERITIES, search.severity),
    area: readCount(search.area),
    mine: search.mine === true || undefined,
    page: readCount(search.page),
    fault: readCount(search.fault),
    report: search.report === true || undefined,
    alert: readCount(search.alert),
    title: readText(search.title),
  };
}
