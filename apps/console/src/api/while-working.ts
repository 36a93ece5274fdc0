const POLL_MS = 2000;

/**
 * The pause for work that the event stream reports. The poll only finds an end whose event was lost, or that of a tab
 * without a stream, because the user has too many.
 */
export const REPORTED_MS = 15_000;

/**
 * A `refetchInterval` for work in the background. Refetches until the work has ended. The stream does not report backups,
 * imports and runs of reports.
 */
export const whileWorking =
  <Data>(isWorking: (data: Data) => boolean, everyMs = POLL_MS) =>
  ({ state: { data } }: { state: { data?: Data } }): number | false =>
    data !== undefined && isWorking(data) && everyMs;
