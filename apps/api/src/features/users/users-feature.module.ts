import { AccessModule } from '@app/auth';
import { AccountsModule, ProviderSignInModule, UsersModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { AvatarsController } from './avatars.controller';
import { UsersController } from './users.controller';

@Module({
  imports: [AccessModule, AccountsModule, ProviderSignInModule, UsersModule],
  controllers: [UsersController, AvatarsController],
})
export class UsersFeatureModule {}
