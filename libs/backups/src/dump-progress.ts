/** The share of a dump that the rows of the database take. The files take the rest. */
const ROWS_SHARE = 0.9;

/**
 * Computes the share of a dump that is done. The numbers of rows are estimates, but the reported share never decreases.
 */
export class DumpProgress {
  private doneRows = 0;
  private share = 0;
  private readonly totalRows: number;

  constructor(
    tables: readonly { name: string }[],
    estimates: ReadonlyMap<string, number>,
    private readonly report: (share: number) => void,
  ) {
    this.totalRows = tables.reduce((sum, { name }) => sum + (estimates.get(name) ?? 0), 0);
  }

  addRows(count: number): void {
    this.doneRows += count;
    this.reach(ROWS_SHARE * Math.min(this.doneRows / Math.max(this.totalRows, 1), 1));
  }

  /** @param count the number of files so far */
  reachFile(count: number, total: number): void {
    this.reach(ROWS_SHARE + (1 - ROWS_SHARE) * (count / total));
  }

  private reach(share: number): void {
    this.share = Math.max(this.share, share);
    this.report(this.share);
  }
}
