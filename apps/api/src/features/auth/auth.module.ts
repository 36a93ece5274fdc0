import { AccountsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller';

@Module({ imports: [AccountsModule], controllers: [AuthController] })
export class AuthModule {}
