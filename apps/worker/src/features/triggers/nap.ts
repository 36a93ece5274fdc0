/** A wait that can be broken off. */
export class Nap {
  private end: () => void = () => undefined;

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the wait that is under way, if any. */
  wake(): void {
    this.end();
  }
}
