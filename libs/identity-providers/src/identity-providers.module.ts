import { Module } from '@nestjs/common';
import { IdentityProviders } from './identity-providers';

@Module({ providers: [IdentityProviders], exports: [IdentityProviders] })
export class IdentityProvidersModule {}
