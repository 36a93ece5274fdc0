import { PlatformModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { PublicController } from './public.controller';

@Module({ imports: [PlatformModule], controllers: [PublicController] })
export class PublicModule {}
