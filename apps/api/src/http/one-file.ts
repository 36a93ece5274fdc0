import { Environment } from '@app/config';
import { DomainError } from '@app/kernel';
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
import multer, { MulterError, memoryStorage } from 'multer';
import type { Observable } from 'rxjs';
import { Consumes } from './media-types.decorator';
import { receive } from './request-body';

export interface SentFile {
  /** What the client calls it: data, and never a path. */
  name: string;
  bytes: Buffer;
}

/**
 * The route takes one small file as `multipart/form-data`, under any name of its field, and holds it in memory: of a
 * file that is refused or broken off nothing is left.
 */
export function ReceivesFile(limitBytesOf: (environment: Environment) => number): MethodDecorator {
  const file = { type: 'string', format: 'binary' };
  return applyDecorators(
    Consumes('multipart/form-data'),
    ApiBody({ schema: { type: 'object', required: ['file'], properties: { file } } }),
    UseInterceptors(fileReader(limitBytesOf)),
  );
}

/** The file of a route that `@ReceivesFile()`. */
export const TheFile = createParamDecorator((_: unknown, context: ExecutionContext): SentFile => {
  const { files } = context.switchToHttp().getRequest<Request>();
  const [file] = Array.isArray(files) ? files : [];
  if (!file) throw new DomainError('invalid', 'no_file', 'The body must carry a file.');
  return { name: file.originalname, bytes: file.buffer };
});

function fileReader(limitBytesOf: (environment: Environment) => number): Type<NestInterceptor> {
  @Injectable()
  class FileReader implements NestInterceptor {
    private readonly read: ReturnType<multer.Multer['any']>;

    constructor(environment: Environment) {
      const fileSize = limitBytesOf(environment);
      const few = { files: 1, fields: 10, parts: 11, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 };
      this.read = multer({
        storage: memoryStorage(),
        limits: { fileSize, ...few, fieldNestingDepth: 0 },
        defParamCharset: 'utf8',
      }).any();
    }

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      await receive(request, () => this.readInto(request, http.getResponse<Response>()));
      return next.handle();
    }

    private readInto(request: Request, response: Response): Promise<void> {
      return new Promise((resolve, reject) => {
        void this.read(request, response, (error?: unknown) => {
          if (error) reject(refusalOf(error, request));
          else resolve();
        });
      });
    }
  }
  return FileReader;
}

/** Whatever multer or its parser finds at fault is the client's doing: a body that is too much, wrong, or broken off. */
function refusalOf(error: unknown, { aborted }: Request): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') {
    return new DomainError('too_large', 'too_large', 'The file is too large.');
  }
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_COUNT') {
    return new DomainError('invalid', 'too_many_files', 'The body must carry one file alone.');
  }
  const message = aborted ? 'The upload was broken off.' : 'The body is not a well-formed form with a file.';
  return new DomainError('invalid', 'malformed_form', message, { cause: error });
}
