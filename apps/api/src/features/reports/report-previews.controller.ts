import { Roles } from '@app/auth';
import { ReportPreviewsService } from '@app/domain';
import { Body, Controller, Post, Res, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Produces } from '../../http/reference/media-types.decorator';
import { SANDBOX } from '../../http/responses/send-file';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import { ReportPreviewInputDto } from './report-preview.dto';

const PDF = 'application/pdf';

@ApiTags('Reports')
@Controller('reports/preview')
export class ReportPreviewsController {
  constructor(private readonly previews: ReportPreviewsService) {}

  /**
   * Render a report as PDF. The PDF is not stored. Each api process renders one report at a time. If this takes too
   * long, the answer is 503.
   */
  @Post()
  @Roles('engineer')
  @ChangesNothing()
  @Produces(PDF, 'The report.')
  async preview(
    @Body() report: ReportPreviewInputDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { name, content } = await this.previews.preview(report);
    // Express encodes names that are not ASCII.
    response.attachment(name).setHeader('Content-Security-Policy', SANDBOX);
    return new StreamableFile(content, { type: PDF, length: content.length });
  }
}
