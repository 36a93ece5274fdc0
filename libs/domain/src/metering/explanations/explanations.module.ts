import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { CostsModule } from '../costs/costs.module';
import { EmissionsModule } from '../emissions/emissions.module';
import { RatesModule } from '../rates/rates.module';
import { ExplanationsService } from './explanations.service';
import { RateBreakdownService } from './rate-breakdown.service';

@Module({
  imports: [CostsModule, EmissionsModule, RatesModule, ConfigurationModule],
  providers: [ExplanationsService, RateBreakdownService],
  exports: [ExplanationsService, RateBreakdownService],
})
export class ExplanationsModule {}
