import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ObjectReferencesService } from './object-references.service';
import { ObjectsService } from './objects.service';

@Module({
  imports: [AuditModule],
  providers: [ObjectReferencesService, ObjectsService],
  exports: [ObjectReferencesService, ObjectsService],
})
export class ObjectsModule {}
