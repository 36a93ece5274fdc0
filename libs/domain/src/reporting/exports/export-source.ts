import type { ExportJobEntity } from '@app/entities';
import type { CsvCell } from '@app/kernel';

/** A part of an export. */
export interface ExportPage {
  rows: readonly (readonly CsvCell[])[];
  /** The share of the export that is read with this page, 0 to 1. */
  progress: number;
}

/** Reads the rows of one type of export. */
export interface ExportSource {
  readonly columns: readonly string[];
  /** @throws DomainError if the export can never succeed */
  read(job: ExportJobEntity): AsyncGenerator<ExportPage, void, void>;
}

/** The share of the range [fromAt, toAt) that lies before an instant. */
export function shareBefore({ fromAt, toAt }: ExportJobEntity, atMs: number): number {
  const share = (atMs - fromAt.getTime()) / (toAt.getTime() - fromAt.getTime());
  return Math.min(Math.max(share, 0), 1);
}

/** Null if the second instant is. */
export function secondsBetween(start: Date, end: Date | null): number | null {
  return end && (end.getTime() - start.getTime()) / 1000;
}
