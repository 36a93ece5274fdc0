import { isUtf8 } from 'node:buffer';
import { GatewayCatalogueService, type ImportReport, PointImportService } from '@app/domain';
import { type Actor, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { assertType, assertUtf8, parseJson } from '../../http/body/json-body';
import { bodyBytesReader } from '../../http/body/request-body';
import { RequestPipe } from '../../http/body/request.pipe';
import { readCsvPoints } from './csv-points';
import { PointImportDto } from './point-import.dto';
import { toPointRows } from './point-rows';

/** The maximum size of the body of an import. Ten thousand usual points take about 2 MB. */
export const IMPORT_BYTES = 16 * 1024 * 1024;

const CSV = 'text/csv';

/** Imports the points in the JSON or CSV body of a request. */
@Injectable()
export class PointImports {
  private readonly read = bodyBytesReader(IMPORT_BYTES);
  private readonly pipe = new RequestPipe();

  constructor(
    private readonly imports: PointImportService,
    private readonly catalogue: GatewayCatalogueService,
  ) {}

  /** @param objectId the object for CSV rows that do not name an object */
  async run(actor: Actor, request: Request, objectId: number | undefined): Promise<ImportReport> {
    assertUtf8(request);
    if (isCsv(request)) {
      const values = await readCsvPoints(textOf(await this.read(request)));
      return this.imports.import(actor, await toPointRows(values), { objectId });
    }
    assertType(request);
    return this.importJson(actor, parseJson(await this.read(request)));
  }

  private async importJson(actor: Actor, body: unknown): Promise<ImportReport> {
    const input = this.pipe.transform(body, { type: 'body', metatype: PointImportDto }) as PointImportDto;
    const { points, source, objectId, codes } = input;
    if ((points === undefined) === (source === undefined)) {
      throw unfit('points', 'Give either points or source.');
    }
    if (points) return this.imports.import(actor, await toPointRows(points), { objectId });
    if (objectId === undefined) throw unfit('objectId', 'objectId is required if source is given.');
    return this.catalogue.import(actor, { objectId, codes });
  }
}

function isCsv({ headers }: Request): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase() === CSV;
}

function textOf(bytes: Buffer): string {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : '\0';
  if (!text.includes('\0')) return text;
  throw new DomainError('invalid', 'malformed_csv', 'The CSV must be UTF-8 text, without NUL characters.');
}

function unfit(path: string, message: string): DomainError {
  return DomainError.invalid(message, [{ path, message }]);
}
