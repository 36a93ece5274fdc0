import { ProviderSignInModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ProviderSignInController } from './provider-sign-in.controller';

@Module({ imports: [ProviderSignInModule], controllers: [ProviderSignInController] })
export class ProviderSignInFeatureModule {}
