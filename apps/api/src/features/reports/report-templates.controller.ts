import { CurrentUser, Roles } from '@app/auth';
import { ReportTemplatesService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Created, PagedIn } from '../../http/reference/responses.decorator';
import {
  ReportTemplateDto,
  ReportTemplateInputDto,
  ReportTemplatesDto,
  ReportTemplatesQuery,
  toReportTemplateDto,
} from './report-template.dto';

@ApiTags('Reports')
@Controller('reports/templates')
export class ReportTemplatesController {
  constructor(private readonly templates: ReportTemplatesService) {}

  /**
   * List report templates, oldest first. Six templates are shipped: a daily site sheet, a weekly comparison, a monthly
   * energy and carbon report, a cost statement, a report for the management, and efficiency monitoring. Unlike other
   * lists, the answer is an object: its field `templates` contains the page.
   */
  @Get()
  @Roles('viewer')
  @PagedIn(ReportTemplatesDto, 'templates')
  async list(@Query() { language, ...page }: ReportTemplatesQuery): Promise<Page<ReportTemplateDto>> {
    return mapPage(await this.templates.list(page, language), toReportTemplateDto);
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
