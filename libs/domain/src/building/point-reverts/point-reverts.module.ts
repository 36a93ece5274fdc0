import { Module } from '@nestjs/common';
import { PointWritesModule } from '../point-writes/point-writes.module';
import { PointRevertsService } from './point-reverts.service';

/** Requires `GatewayClientModule`. */
@Module({
  imports: [PointWritesModule],
  providers: [PointRevertsService],
  exports: [PointRevertsService],
})
export class PointRevertsModule {}
