import type { RefusedLine } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { StoredFilesService, type Upload } from '../../platform/stored-files/stored-files.service';
import { ImportedReadingsService } from '../meters/imported-readings.service';
import { batchesFrom, refusedOf } from './import-batches';
import { formatOf } from './file-format';
import { type ImportTarget, openUpload } from './reading-imports.service';
import { DESCRIBED_LINES, readReadings } from './readings-file';

/**
 * Maximum number of lines, or of interval readings of XML, that a preview reads. This many readings can be compared with the stored ones within the time
 * limit of a request.
 */
const PREVIEWED_LINES = 200_000;

/** The expected outcome of the import of a file. */
export interface ReadingImportPreview {
  taken: number;
  duplicates: number;
  refusedCount: number;
  refused: RefusedLine[];
  /** Timestamps of the first and the last reading that the import would store. */
  from: Date | null;
  to: Date | null;
  /** False if the file has more lines than a preview reads. */
  complete: boolean;
}

/** Reports what an import of a file would do, without changing anything. */
@Injectable()
export class ReadingImportPreviewService {
  constructor(
    private readonly readings: ImportedReadingsService,
    private readonly files: StoredFilesService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError if the format of the file is unknown or ambiguous */
  async preview(
    { meter, timezone, ...given }: ImportTarget,
    { storageKey }: Upload,
  ): Promise<ReadingImportPreview> {
    const open = () => openUpload(this.files, storageKey);
    const format = await formatOf(open, given);
    const settings = { meter, timezone, ...format, latestMs: this.clock.nowMs() };
    const file = await readReadings(await open(), settings, PREVIEWED_LINES);
    const result: ReadingImportPreview = {
      taken: 0,
      duplicates: file.duplicates,
      refusedCount: file.refusedCount,
      refused: file.refused,
      from: null,
      to: null,
      complete: file.complete,
    };
    for (const batch of batchesFrom(file, { id: 0, position: null })) {
      const { taken, finalMs, duplicates } = await this.readings.preview(meter, batch.readings);
      result.taken += taken.length;
      result.duplicates += duplicates;
      result.refusedCount += finalMs.length;
      result.refused = [...result.refused, ...refusedOf(batch, finalMs)].slice(0, DESCRIBED_LINES);
      const [first, last] = [taken[0], taken.at(-1)];
      if (first) result.from ??= new Date(first.atMs);
      if (last) result.to = new Date(last.atMs);
    }
    return result;
  }
}
