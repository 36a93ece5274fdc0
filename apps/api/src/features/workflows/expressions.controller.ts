import { Roles } from '@app/auth';
import { ExpressionPreviewsService } from '@app/domain';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import { ExpressionDto, ExpressionValueDto } from './expression.dto';

@ApiTags('Workflows')
@Controller('workflows/expressions')
export class ExpressionsController {
  constructor(private readonly previews: ExpressionPreviewsService) {}

  /**
   * Evaluate an expression with given data. If the expression fails, the status is 200, and the answer has an `error`
   * instead of a value. `env` has the variables of the environment; secrets are masked as `********`. Remembered values
   * are not read.
   */
  @Post('evaluate')
  @Roles('engineer')
  @ChangesNothing()
  evaluate(@Body() { text, kind, data }: ExpressionDto): Promise<ExpressionValueDto> {
    return this.previews.preview({ text, kind, data: data ?? {} });
  }
}
