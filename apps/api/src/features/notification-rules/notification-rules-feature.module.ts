import { NotificationRulesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { NotificationRulesController } from './notification-rules.controller';

@Module({ imports: [NotificationRulesModule], controllers: [NotificationRulesController] })
export class NotificationRulesFeatureModule {}
