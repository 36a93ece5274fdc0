import { Module } from '@nestjs/common';
import { UserReferencesService } from './user-references.service';

/** A module for features that refer to users. Unlike `UsersModule`, it needs neither mail nor a file store. */
@Module({ providers: [UserReferencesService], exports: [UserReferencesService] })
export class UserReferencesModule {}
