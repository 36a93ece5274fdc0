import { Module } from '@nestjs/common';
import { UserReferencesService } from './user-references.service';

/** For features that refer to users. Unlike `UsersModule`, it needs no mail and no file store. */
@Module({ providers: [UserReferencesService], exports: [UserReferencesService] })
export class UserReferencesModule {}
