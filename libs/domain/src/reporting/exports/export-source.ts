import type { ExportJobEntity } from '@app/entities';

/** A part of an export. */
export interface ExportPage {
  /** Whole lines of the CSV file, as text or as bytes in UTF-8. */
  text: string | Buffer;
  /** The number of lines. */
  rows: number;
  /** The share of the export that has been read, including this page, 0 to 1. */
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
