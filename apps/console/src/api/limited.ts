/** Runs a call now, or after earlier calls if the limit is reached. */
export type Limited = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs at most `most` calls at the same time, and the others in their order afterwards. */
export function limited(most: number): Limited {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      // A waiting call takes over the place of this one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
