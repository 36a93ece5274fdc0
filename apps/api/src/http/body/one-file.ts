import { Environment } from '@app/config';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
  UseInterceptors,
  applyDecorators,
  createParamDecorator,
} from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { memoryStorage } from 'multer';
import type { Observable } from 'rxjs';
import { Consumes } from '../reference/media-types.decorator';
import { type FormReader, formReader, noFile } from './multipart-form';
import { receive } from './request-body';

export interface SentFile {
  /** The file name as sent by the client. Treat it as data, never as a path. */
  name: string;
  bytes: Buffer;
}

/**
 * Receives one small file as `multipart/form-data`, in a field of any name, and keeps it in memory. If the file is
 * refused or incomplete, nothing is stored.
 */
export function ReceivesFile(limitBytesOf: (environment: Environment) => number): MethodDecorator {
  const file = { type: 'string', format: 'binary' };
  return applyDecorators(
    Consumes('multipart/form-data'),
    ApiBody({ schema: { type: 'object', required: ['file'], properties: { file } } }),
    UseInterceptors(fileReader(limitBytesOf)),
  );
}

/** The file of a route with `@ReceivesFile()`. */
export const TheFile = createParamDecorator((_: unknown, context: ExecutionContext): SentFile => {
  const { files } = context.switchToHttp().getRequest<Request>();
  const [file] = Array.isArray(files) ? files : [];
  if (!file) throw noFile();
  return { name: file.originalname, bytes: file.buffer };
});

function fileReader(limitBytesOf: (environment: Environment) => number): Type<NestInterceptor> {
  @Injectable()
  class FileReader implements NestInterceptor {
    private readonly read: FormReader;

    constructor(environment: Environment) {
      this.read = formReader({ storage: memoryStorage(), fileSize: limitBytesOf(environment) });
    }

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      await receive(request, () => this.read(request, http.getResponse<Response>()));
      return next.handle();
    }
  }
  return FileReader;
}
