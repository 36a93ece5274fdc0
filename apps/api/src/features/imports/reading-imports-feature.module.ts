import { ImportsModule, StoredFilesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ReadingImportsController } from './reading-imports.controller';

@Module({ imports: [ImportsModule, StoredFilesModule], controllers: [ReadingImportsController] })
export class ReadingImportsFeatureModule {}
