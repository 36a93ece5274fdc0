import { readCount, readText } from '../../../app/search-fields';

/** The choices of the page, as in the address. */
export interface BillsSearch {
  /** The contract whose bills are shown. Without it, the page lists all of them. */
  contract?: number;
  /** By default, the current year. */
  year?: number;
  /** The month whose lines are shown, `2026-03`. */
  month?: string;
  page?: number;
}

export function readBillsSearch({ contract, year, month, page }: Record<string, unknown>): BillsSearch {
  const shownYear = readCount(year);
  return {
    contract: readCount(contract),
    year: shownYear !== undefined && shownYear >= 1000 && shownYear < 9998 ? shownYear : undefined,
    month: readText(month),
    page: readCount(page),
  };
}
