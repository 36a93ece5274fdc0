import { AccessModule } from '@app/auth';
import { AccountsModule, UsersModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { AvatarsController } from './avatars.controller';
import { UsersController } from './users.controller';

@Module({
  imports: [AccessModule, AccountsModule, UsersModule],
  controllers: [UsersController, AvatarsController],
})
export class UsersFeatureModule {}
