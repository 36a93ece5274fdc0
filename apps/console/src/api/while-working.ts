const POLL_MS = 2000;

/**
 * A `refetchInterval` for work in the background that the event stream does not report: backups, imports and runs of
 * reports. Refetches until the work has ended.
 */
export const whileWorking =
  <Data>(isWorking: (data: Data) => boolean) =>
  ({ state: { data } }: { state: { data?: Data } }): number | false =>
    data !== undefined && isWorking(data) && POLL_MS;
