import { Module } from '@nestjs/common';
import { UserReferencesModule } from '../../access/users/user-references.module';
import { ObjectsModule } from '../../building/objects/objects.module';
import { AreasModule } from '../../metering/areas/areas.module';
import { AlertsModule } from '../alerts/alerts.module';
import { WorkReferencesService } from './work-references.service';

/** Requires `GatewayClientModule`. */
@Module({
  imports: [AlertsModule, AreasModule, ObjectsModule, UserReferencesModule],
  providers: [WorkReferencesService],
  exports: [WorkReferencesService],
})
export class WorkReferencesModule {}
