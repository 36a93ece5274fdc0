export const VIEWS = ['plans', 'templates'] as const;

export interface ReportSearch {
  /** By default, the plans. */
  view?: (typeof VIEWS)[number];
  /** The id of the plan whose details are open. */
  plan?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readReportSearch({ view, plan }: Record<string, unknown>): ReportSearch {
  return {
    view: VIEWS.find((value) => value === view),
    plan: Number.isSafeInteger(plan) && Number(plan) > 0 ? Number(plan) : undefined,
  };
}
