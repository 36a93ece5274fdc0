import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { RatesModule } from '../rates/rates.module';
import { CostsService } from './costs.service';

@Module({
  imports: [RatesModule, ConfigurationModule],
  providers: [CostsService],
  exports: [CostsService],
})
export class CostsModule {}
