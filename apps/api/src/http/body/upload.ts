import { Environment } from '@app/config';
import { StoredFilesService, type Upload } from '@app/domain';
import { OutcomeUnknown } from '@app/entities';
import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { assertPlain } from './assert-plain';
import { noFile } from './multipart-form';
import { ReadsOwnBody } from './reads-own-body.decorator';
import { receive } from './request-body';
import { readersOf, type UploadReader } from './upload-readers';
import { UploadStore, uploadOf } from './upload-store';

export interface UploadOptions {
  /** The first segment of the file's key. */
  folder: string;
  /** The class of the whole form. Its property `file` is the file, which may be in a field of any name. */
  form: Type;
  /** Media types for which the body is the file itself, without a form: `text/csv`. */
  alone?: readonly string[];
  /** Maximum size of the file. Default: `LIMIT_UPLOAD_BYTES`. */
  limitBytesOf?: (environment: Environment) => number;
}

/**
 * Receives one file and streams it to the file store. After the request, the file is removed unless the handler has
 * stored a record of it (`StoredFilesService.adopt`).
 */
export function ReceivesUpload(options: UploadOptions): MethodDecorator {
  const types = ['multipart/form-data', ...(options.alone ?? [])];
  return applyDecorators(
    ReadsOwnBody(),
    ApiConsumes(...types),
    ApiBody({ type: options.form }),
    UseInterceptors(uploadReceiver(options)),
  );
}

/** The file of a route with `@ReceivesUpload()`. */
export const TheUpload = createParamDecorator((_: unknown, context: ExecutionContext): Upload => {
  const upload = uploadOf(context.switchToHttp().getRequest<Request>());
  if (!upload) throw noFile();
  return upload;
});

function uploadReceiver({
  folder,
  alone = [],
  limitBytesOf = ({ LIMIT_UPLOAD_BYTES }) => LIMIT_UPLOAD_BYTES,
}: UploadOptions): Type<NestInterceptor> {
  @Injectable()
  class UploadReceiver implements NestInterceptor {
    private readonly store: UploadStore;
    private readonly readerFor: (request: Request) => UploadReader;

    constructor(
      environment: Environment,
      private readonly files: StoredFilesService,
    ) {
      this.store = new UploadStore(files, folder, limitBytesOf(environment));
      this.readerFor = readersOf(this.store, alone);
    }

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = context.switchToHttp().getRequest<Request>();
      const read = this.readerFor(request);
      try {
        await receive(request, () => read(request));
        assertPlain(request.body);
        const answer: unknown = await lastValueFrom(next.handle());
        await this.discard(request);
        return of(answer);
      } catch (error) {
        await this.store.settled(request);
        // If the outcome is unknown, a record may refer to the file. If there is no record, a sweep removes the file
        // later.
        if (!(error instanceof OutcomeUnknown)) await this.discard(request);
        throw error;
      }
    }

    /** Removes the file unless there is a record of it. */
    private async discard(request: Request): Promise<void> {
      const upload = uploadOf(request);
      if (upload) await this.files.discard(upload.storageKey);
    }
  }
  return UploadReceiver;
}
