import { GatewayCatalogueService, type ImportReport, PointImportService } from '@app/domain';
import { type Actor, DomainError, say } from '@app/kernel';
import { Injectable, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { csvTextOf } from '../../http/body/csv-body';
import { assertUtf8, hasBody, isJson, isOfType, parseJson } from '../../http/body/json-body';
import { bodyBytesReader } from '../../http/body/request-body';
import { RequestPipe } from '../../http/body/request.pipe';
import { readCsvPoints } from './csv-points';
import { ModelPointImportDto, PointImportDto } from './point-import.dto';
import { toPointRows } from './point-rows';

/** The maximum size of the body of an import. Ten thousand usual points take about 2 MB. */
const IMPORT_BYTES = 16 * 1024 * 1024;

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
    const values = await this.csvRows(request);
    if (values) return this.imports.import(actor, await toPointRows(values), { objectId });
    return this.importJson(actor, await this.bodyOf(request, PointImportDto));
  }

  async runForModel(actor: Actor, request: Request, modelId: number): Promise<ImportReport> {
    const values = (await this.csvRows(request)) ?? (await this.bodyOf(request, ModelPointImportDto)).points;
    return this.imports.import(actor, await toPointRows(values), { modelId });
  }

  /** The rows of a CSV body; undefined if the body is not CSV. */
  private async csvRows(request: Request): Promise<unknown[] | undefined> {
    assertUtf8(request);
    return isOfType(request, CSV) ? readCsvPoints(csvTextOf(await this.read(request))) : undefined;
  }

  private async bodyOf<Dto extends object>(request: Request, metatype: Type<Dto>): Promise<Dto> {
    return this.pipe.transform(await this.jsonOf(request), { type: 'body', metatype }) as Dto;
  }

  private async jsonOf(request: Request): Promise<unknown> {
    if (!hasBody(request)) return undefined;
    if (!isJson(request)) {
      const message = `The body must be application/json or ${CSV}.`;
      throw new DomainError('unsupported_type', 'unsupported_type', message);
    }
    const bytes = await this.read(request);
    return bytes.length === 0 ? undefined : parseJson(bytes);
  }

  private async importJson(
    actor: Actor,
    { points, source, objectId, codes }: PointImportDto,
  ): Promise<ImportReport> {
    if ((points === undefined) === (source === undefined)) {
      throw DomainError.ofField('points', say('points_or_source'));
    }
    if (points) return this.imports.import(actor, await toPointRows(points), { objectId });
    if (objectId === undefined)
      throw DomainError.ofField('objectId', say('required_with', { other: 'source' }));
    return this.catalogue.import(actor, { objectId, codes });
  }
}
