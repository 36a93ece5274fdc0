import { DemoBuildingModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { DemoSeeder } from './demo.seeder';

@Module({ imports: [DemoBuildingModule], providers: [DemoSeeder] })
export class DemoModule {}
