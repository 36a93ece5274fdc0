import { FaultsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { FaultCommentsController } from './fault-comments.controller';
import { FaultsController } from './faults.controller';

@Module({ imports: [FaultsModule], controllers: [FaultsController, FaultCommentsController] })
export class FaultsFeatureModule {}
