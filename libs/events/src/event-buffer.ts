/**
 * The events that have not been sent yet. If there are too many, the oldest are dropped, because screens need the
 * newest events.
 */
export class EventBuffer {
  private readonly texts: string[] = [];
  private length = 0;
  private lost = 0;

  constructor(
    private readonly maxEvents: number,
    private readonly maxCharacters: number,
  ) {}

  /** Number of dropped events. */
  get dropped(): number {
    return this.lost;
  }

  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  add(text: string): void {
    this.texts.push(text);
    this.length += text.length;
    let surplus = 0;
    while (this.texts.length - surplus > this.maxEvents || this.length > this.maxCharacters) {
      this.length -= this.texts[surplus++]?.length ?? 0;
    }
    this.drop(surplus);
  }

  /** Removes and returns the oldest events: as many as fit into `maxCharacters`, but at least one. */
  take(maxCharacters: number): string[] {
    let count = 0;
    for (let taken = 0; count < this.texts.length; count++) {
      taken += this.texts[count]?.length ?? 0;
      if (taken > maxCharacters && count > 0) break;
    }
    const taken = this.texts.splice(0, count);
    for (const text of taken) this.length -= text.length;
    return taken;
  }

  private drop(count: number): void {
    if (count === 0) return;
    this.texts.splice(0, count);
    this.lost += count;
  }
}
