import { DemoBuildingModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { DemoSeeder } from './demo.seeder';

@Module({ imports: [DemoBuildingModule, LeaseModule], providers: [DemoSeeder] })
export class DemoModule {}
