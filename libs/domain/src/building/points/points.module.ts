import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ObjectsModule } from '../objects/objects.module';
import { GatewayCatalogueService } from './gateway-catalogue.service';
import { PointImportService } from './point-import.service';
import { PointsService } from './points.service';

/** Requires `GatewayClientModule`. */
@Module({
  imports: [AuditModule, ObjectsModule],
  providers: [GatewayCatalogueService, PointImportService, PointsService],
  exports: [GatewayCatalogueService, PointImportService, PointsService],
})
export class PointsModule {}
