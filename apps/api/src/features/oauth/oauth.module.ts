import { ProviderSignInModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { OAuthController } from './oauth.controller';

@Module({ imports: [ProviderSignInModule], controllers: [OAuthController] })
export class OAuthModule {}
