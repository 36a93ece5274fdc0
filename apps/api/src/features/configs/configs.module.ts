import { PlatformModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ConfigsController } from './configs.controller';

@Module({ imports: [PlatformModule], controllers: [ConfigsController] })
export class ConfigsModule {}
