import { AlertRulesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { AlertRulesController } from './alert-rules.controller';

@Module({ imports: [AlertRulesModule], controllers: [AlertRulesController] })
export class AlertRulesFeatureModule {}
