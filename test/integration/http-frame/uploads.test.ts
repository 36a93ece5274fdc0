import { Environment } from '@app/config';
import { Controller, type NestInterceptor, Post } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ApiOkResponse } from '@nestjs/swagger';
import { tap } from 'rxjs';
import { ReceivesFile, type SentFile, TheFile } from '../../../apps/api/src/http/body/one-file';
import { SuccessDto } from '../../../apps/api/src/http/responses/success.dto';
import { RawConnection } from '../../factories/raw-request';
import { testEnvironment, waitFor } from '../../harness';
import { type FramedApp, serveFramed } from './framed-app';

@Controller('files')
class FilesController {
  @Post()
  @ReceivesFile(() => 100_000)
  @ApiOkResponse({ type: SuccessDto })
  receive(@TheFile() _file: SentFile): SuccessDto {
    return { success: true };
  }
}

describe('uploads', () => {
  let app: FramedApp;
  let isReceiving = false;
  const errors: unknown[] = [];
  const observer: NestInterceptor = {
    intercept: (_context, next) => {
      isReceiving = true;
      return next.handle().pipe(tap({ error: (error) => errors.push(error) }));
    },
  };

  beforeAll(async () => {
    app = await serveFramed([FilesController], {
      providers: [
        { provide: APP_INTERCEPTOR, useValue: observer },
        { provide: Environment, useValue: testEnvironment() },
      ],
    });
  });
  afterAll(() => app.close());

  it('uploads are reported as incomplete and not as malformed if their connection is lost', async () => {
    const connection = await RawConnection.open(app.url);
    await connection.send({
      method: 'POST',
      path: '/api/files',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '5000',
      },
    });
    await connection.write(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nthe start',
    );
    await waitFor(() => isReceiving, { what: 'the start of the upload' });
    connection.socket.resetAndDestroy();
    await waitFor(() => errors.length > 0, { what: 'the end of the upload' });
    expect(errors).toEqual([expect.objectContaining({ code: 'incomplete_body' })]);
  });
});
