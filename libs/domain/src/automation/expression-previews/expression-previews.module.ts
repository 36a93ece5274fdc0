import { Module } from '@nestjs/common';
import { ExpressionSitesModule } from '../expression-sites/expression-sites.module';
import { ExpressionPreviewsService } from './expression-previews.service';

@Module({
  imports: [ExpressionSitesModule],
  providers: [ExpressionPreviewsService],
  exports: [ExpressionPreviewsService],
})
export class ExpressionPreviewsModule {}
