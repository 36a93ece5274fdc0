import { ExpressionError } from '@app/workflow-engine';

/**
 * Parses each condition once, and evaluates it. A condition that cannot be parsed or evaluated is false. Only the first
 * failure of each condition is reported.
 */
export class ParsedConditions<Owner extends object, Condition> {
  /** The parsed conditions by owner. Null if the owner has no condition, or if its text cannot be parsed. */
  private readonly parsed = new WeakMap<Owner, Condition | null>();
  private readonly reported = new WeakSet<Owner>();

  /**
   * @param parse returns null if the owner has no condition
   * @param report called with the first failure of each owner's condition
   */
  constructor(
    private readonly parse: (owner: Owner) => Condition | null,
    private readonly report: (owner: Owner, error: ExpressionError) => void,
  ) {}

  /** The condition of the owner; null if it has none, or if the text cannot be parsed. */
  of(owner: Owner): Condition | null {
    const known = this.parsed.get(owner);
    if (known !== undefined) return known;
    const condition = this.orReported(owner, null, () => this.parse(owner));
    this.parsed.set(owner, condition);
    return condition;
  }

  /** Returns false if the owner has no valid condition, or if `holds` throws an ExpressionError. */
  isTrue(owner: Owner, holds: (condition: Condition) => boolean): boolean {
    const condition = this.of(owner);
    return condition !== null && this.orReported(owner, false, () => holds(condition));
  }

  private orReported<Result>(owner: Owner, otherwise: Result, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (!this.reported.has(owner)) this.report(owner, error);
      this.reported.add(owner);
      return otherwise;
    }
  }
}
