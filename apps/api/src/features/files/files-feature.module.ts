import { FilesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { FilesController } from './files.controller';

@Module({ imports: [FilesModule], controllers: [FilesController] })
export class FilesFeatureModule {}
