import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access.guard';
import { CallersModule } from './callers.module';
import { RouteCheck } from './route-check';
import { RouteInventory } from './route-inventory';
import { TokenStrategies } from './token-strategies';
import { TokensModule } from './tokens.module';

/** Guards every route of the process. At start-up it checks that each route declares who may call it. */
@Module({
  imports: [CallersModule, DiscoveryModule, TokensModule],
  providers: [TokenStrategies, RouteInventory, RouteCheck, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [RouteInventory],
})
export class AccessModule {}
