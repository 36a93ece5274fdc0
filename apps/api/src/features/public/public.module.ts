import { ConfigurationModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { PublicController } from './public.controller';

@Module({ imports: [ConfigurationModule], controllers: [PublicController] })
export class PublicModule {}
