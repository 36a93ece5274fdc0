const POLL_MS = 1000;

/**
 * For `refetchInterval` of work that the event stream does not report, such as exports and backups: asks for the state
 * once a second until the work has ended.
 */
export const whileWorking =
  <Data>(isWorking: (data: Data) => boolean) =>
  ({ state: { data } }: { state: { data?: Data } }): number | false =>
    data !== undefined && isWorking(data) && POLL_MS;
