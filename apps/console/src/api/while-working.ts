const POLL_MS = 1000;

/**
 * A `refetchInterval` for work in the background, such as backups. Refetches until the work has ended. Set `everyMs` to
 * a longer time if the event stream reports the work.
 */
export const whileWorking =
  <Data>(isWorking: (data: Data) => boolean, everyMs = POLL_MS) =>
  ({ state: { data } }: { state: { data?: Data } }): number | false =>
    data !== undefined && isWorking(data) && everyMs;
