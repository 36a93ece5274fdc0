/** Events that wait to be sent. When there are too many, the oldest are let go: a screen wants the newest. */
export class EventOutbox {
  private readonly texts: string[] = [];
  private length = 0;
  private lost = 0;

  constructor(
    private readonly maxEvents: number,
    private readonly maxCharacters: number,
  ) {}

  /** How many events were let go. */
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

  /** Takes out the oldest ones: as many as fit into `maxCharacters`, but one at least. */
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
