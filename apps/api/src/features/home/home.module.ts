import { ConfigurationModule, ReadinessModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { HomeController } from './home.controller';

@Module({ imports: [ConfigurationModule, ReadinessModule], controllers: [HomeController] })
export class HomeModule {}
