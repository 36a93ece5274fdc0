import { DomainError, say } from '@app/kernel';

/** Limits the rows of all tables and charts of a report together. */
export class RowBudget {
  private left: number;

  constructor(private readonly limit: number) {
    this.left = limit;
  }

  /** @throws DomainError invalid if the report has more rows than its limit */
  take(count: number): void {
    this.left -= count;
    if (this.left >= 0) return;
    const message = say('report_too_large', { most: this.limit });
    throw new DomainError('invalid', 'report_too_large', message);
  }

  /** Takes up to `wanted` rows from the budget. Returns how many rows a list may have. */
  takeUpTo(wanted: number): number {
    const taken = Math.min(wanted, this.left);
    this.left -= taken;
    return taken;
  }
}
