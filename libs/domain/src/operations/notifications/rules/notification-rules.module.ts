import { OutboundHttpModule } from '@app/outbound-http';
import { Module } from '@nestjs/common';
import { AreasModule } from '../../../metering/areas/areas.module';
import { AuditModule } from '../../../platform/audit/audit.module';
import { NotificationRulesService } from './notification-rules.service';

@Module({
  imports: [AreasModule, AuditModule, OutboundHttpModule],
  providers: [NotificationRulesService],
  exports: [NotificationRulesService],
})
export class NotificationRulesModule {}
