import { Public } from '@app/auth';
import { Environment } from '@app/config';
import { WaitResumptionService } from '@app/domain';
import { Controller, Get, Param, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { rawDataReader } from '../../http/body/raw-data-body';
import { ReadsOwnBody } from '../../http/body/reads-own-body.decorator';
import { pageLanguageOf } from '../../http/pages/page-language';
import { Accepted } from '../../http/reference/responses.decorator';
import { SUCCESS, type SuccessDto } from '../../http/responses/success.dto';
import { DescribesResumePage, DescribesResumption } from './describes-resumption.decorator';
import { questionPage, RESUME_PAGE } from './resume-page';
import { noticeOf, ResumePageInterceptor, sendNotice } from './resume-page.interceptor';

const TOKEN = {
  name: 'token',
  description: 'Token of the address, as `resumeUrl` returns it.',
  schema: { type: 'string' },
} as const;

@ApiTags('Workflows')
@Controller('workflows/resume')
export class ResumptionController {
  private readonly read: ReturnType<typeof rawDataReader>;

  constructor(
    private readonly waits: WaitResumptionService,
    { LIMIT_WEBHOOK_BYTES }: Environment,
  ) {
    this.read = rawDataReader(LIMIT_WEBHOOK_BYTES);
  }

  /**
   * Get the page of a one-time address. It shows the names of the workflow and the node, and one button. The page
   * changes nothing, because mail scanners open links.
   */
  @Get(':token')
  @Public()
  @ApiParam(TOKEN)
  @DescribesResumePage()
  async show(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const language = pageLanguageOf(request);
    try {
      RESUME_PAGE.send(response, 200, questionPage(language, await this.waits.find(token)));
    } catch (error) {
      sendNotice(response, language, noticeOf(error));
    }
  }

  /**
   * Resume a workflow that waits at a one-time address. The JSON body, or the fields of a form, become `data` in the
   * output of the `wait_for` node. A browser that sends the page's form gets a page.
   */
  @Post(':token')
  @Public()
  @Accepted()
  @ReadsOwnBody()
  @ApiParam(TOKEN)
  @DescribesResumption()
  @UseInterceptors(ResumePageInterceptor)
  async resume(@Param('token') token: string, @Req() request: Request): Promise<SuccessDto> {
    await this.waits.resume(token, (await this.read(request)).data());
    return SUCCESS;
  }
}
