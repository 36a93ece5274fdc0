import { CurrentUser, Roles } from '@app/auth';
import { ReportTemplatesService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PageQuery } from '../../http/fields/page.dto';
import { pagingHeaders } from '../../http/fields/paging';
import { Created } from '../../http/reference/responses.decorator';
import {
  ReportTemplateDto,
  ReportTemplateInputDto,
  ReportTemplatesDto,
  toReportTemplateDto,
} from './report-template.dto';

@ApiTags('Reports')
@Controller('reports/templates')
export class ReportTemplatesController {
  constructor(private readonly templates: ReportTemplatesService) {}

  /**
   * List report templates, oldest first. Four templates are shipped: a daily site sheet, a weekly comparison, a monthly
   * energy and carbon report, and a cost statement. Unlike other lists, the answer is an object: its field `templates`
   * contains the page.
   */
  @Get()
  @Roles('viewer')
  async list(
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportTemplatesDto> {
    const page = await this.templates.list(query);
    response.set(pagingHeaders(request, page));
    return { templates: page.items.map(toReportTemplateDto) };
  }

  /**
   * Create a report template. Combinations of fields that no report can show are refused. The error has a detail for
   * each problem.
   */
  @Post()
  @Roles('engineer')
  @Created()
  async create(
    @CurrentUser() actor: Actor,
    @Body() template: ReportTemplateInputDto,
  ): Promise<ReportTemplateDto> {
    return toReportTemplateDto(await this.templates.create(actor, template));
  }
}
