import { PlatformModule, ReadinessModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { HomeController } from './home.controller';

@Module({ imports: [PlatformModule, ReadinessModule], controllers: [HomeController] })
export class HomeModule {}
