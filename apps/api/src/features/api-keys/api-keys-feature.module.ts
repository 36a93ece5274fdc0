import { ApiKeysModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller';

@Module({ imports: [ApiKeysModule], controllers: [ApiKeysController] })
export class ApiKeysFeatureModule {}
