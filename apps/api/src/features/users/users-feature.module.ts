import { AccountsModule, ProviderSignInModule, UsersModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { AvatarsController } from './avatars.controller';
import { UsersController } from './users.controller';

@Module({
  imports: [AccountsModule, ProviderSignInModule, UsersModule],
  controllers: [UsersController, AvatarsController],
})
export class UsersFeatureModule {}
