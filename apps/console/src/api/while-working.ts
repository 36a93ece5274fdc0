const EVERY_MS = 15_000;

/**
 * A `refetchInterval` for work in the background, which the event stream reports. Refetches until the work has ended.
 * It only finds an end whose event was lost, or that of a tab without a stream, because the user has too many.
 */
export const whileWorking =
  <Data>(isWorking: (data: Data) => boolean) =>
  ({ state: { data } }: { state: { data?: Data } }): number | false =>
    data !== undefined && isWorking(data) && EVERY_MS;
