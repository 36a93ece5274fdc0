interface Waiting {
  give(): void;
  timer: NodeJS.Timeout;
}

/** So many places that are taken and given back. Who waits for one is served in turn, or waits in vain. */
export class Places {
  private readonly waiting = new Set<Waiting>();

  constructor(private free: number) {}

  /** @returns whether there was one within `patienceMs` */
  take(patienceMs: number): boolean | Promise<boolean> {
    if (this.free > 0) {
      this.free--;
      return true;
    }
    return new Promise((resolve) => {
      const one: Waiting = {
        give: () => this.end(one, () => resolve(true)),
        timer: setTimeout(() => this.end(one, () => resolve(false)), patienceMs),
      };
      this.waiting.add(one);
    });
  }

  giveBack(): void {
    const [next] = this.waiting;
    if (next) next.give();
    else this.free++;
  }

  private end(one: Waiting, tell: () => void): void {
    clearTimeout(one.timer);
    this.waiting.delete(one);
    tell();
  }
}
