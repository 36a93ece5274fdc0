import { Roles } from '@app/auth';
import { ExpressionPreviewsService } from '@app/domain';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangesNothing } from '../audit/changes-nothing.decorator';
import { ExpressionDto, ExpressionValueDto } from './expression.dto';

@ApiTags('Workflows')
@Controller('workflows/expressions')
export class ExpressionsController {
  constructor(private readonly previews: ExpressionPreviewsService) {}

  /**
   * Evaluate an expression with given data. An expression that fails has no value but an `error`, and the status is 200.
   * `env` has the variables of the environment; secret ones are masked as `********`. Remembered values are not read.
   */
  @Post('evaluate')
  @Roles('engineer')
  @ChangesNothing()
  evaluate(@Body() { text, kind, data }: ExpressionDto): Promise<ExpressionValueDto> {
    return this.previews.preview({ text, kind, data: data ?? {} });
  }
}
