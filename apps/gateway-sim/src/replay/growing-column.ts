/** Collects any number of values in a typed array that doubles its size when it is full. */
export class GrowingColumn {
  private values = new Float64Array(1024);
  private length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = new Float64Array(2 * this.length);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length++] = value;
  }

  last(): number | undefined {
    return this.length === 0 ? undefined : this.values[this.length - 1];
  }

  /** Returns the collected values in an array without unused space. */
  finish(): Float64Array {
    return this.values.slice(0, this.length);
  }
}
