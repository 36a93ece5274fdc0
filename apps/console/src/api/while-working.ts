const POLL_MS = 1000;

/**
 * A `refetchInterval` for work that the event stream does not report, such as exports and backups. Refetches once a
 * second until the work has ended.
 */
export const whileWorking =
  <Data>(isWorking: (data: Data) => boolean) =>
  ({ state: { data } }: { state: { data?: Data } }): number | false =>
    data !== undefined && isWorking(data) && POLL_MS;
