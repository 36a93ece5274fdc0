import { AccountsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller';
import { RegistrationController } from './registration.controller';

@Module({ imports: [AccountsModule], controllers: [AuthController, RegistrationController] })
export class AuthModule {}
