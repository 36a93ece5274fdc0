import type { Readable } from 'node:stream';
import type { RefusedLine } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { StoredFilesService, type Upload } from '../../platform/stored-files/stored-files.service';
import { ImportedReadingsService } from '../meters/imported-readings.service';
import { batchesFrom, refusedOf } from './import-batches';
import type { ImportTarget } from './reading-imports.service';
import { DESCRIBED_LINES, readReadings } from './readings-file';

/**
 * Maximum number of lines that a preview reads. This many readings can be compared with the stored ones within the time
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

  async preview(target: ImportTarget, { storageKey }: Upload): Promise<ReadingImportPreview> {
    const stored = await this.files.open(storageKey);
    if (!stored) throw new Error('The uploaded file is missing from the file store.');
    return this.previewOf(target, stored.stream);
  }

  private async previewOf(target: ImportTarget, content: Readable): Promise<ReadingImportPreview> {
    const file = await readReadings(content, { ...target, latestMs: this.clock.nowMs() }, PREVIEWED_LINES);
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
      const { taken, finalMs, duplicates } = await this.readings.preview(target.meter, batch.readings);
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
