export const VIEWS = ['plans', 'templates'] as const;

export interface ReportSearch {
  /** By default, the plans. */
  view?: (typeof VIEWS)[number];
  /** The id of the plan whose details are open. */
  plan?: number;
}

/** Reads the search of an address. Invalid values become undefined, because the router keeps omitted fields. */
export function readReportSearch({ view, plan }: Record<string, unknown>): ReportSearch {
  return {
    view: VIEWS.find((value) => value === view),
    plan: Number.isSafeInteger(plan) && Number(plan) > 0 ? Number(plan) : undefined,
  };
}
