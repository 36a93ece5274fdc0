import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { RatesModule } from '../rates/rates.module';
import { CarbonFactorSource } from './carbon-factor-source';
import { CarbonFactorsService } from './carbon-factors.service';
import { EmissionsService } from './emissions.service';

@Module({
  imports: [RatesModule, AuditModule, ConfigurationModule],
  providers: [CarbonFactorSource, CarbonFactorsService, EmissionsService],
  exports: [CarbonFactorsService, EmissionsService],
})
export class EmissionsModule {}
