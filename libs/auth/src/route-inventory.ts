import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/internal';
import { ApplicationConfig, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PathsExplorer } from '@nestjs/core/router/paths-explorer';
import { RoutePathFactory } from '@nestjs/core/router/route-path-factory';
import { type RouteAccess, routeAccessOf } from './route-access';

export interface Route {
  /** `GET`, `POST` …, or `ALL`. */
  method: string;
  /** Path in router syntax, with the global prefix: `/api/users/:id`. */
  path: string;
  /** `UsersController.remove` */
  handler: string;
  access: RouteAccess | undefined;
}

/** Lists the routes of all controllers of this process, with paths computed by Nest's own classes. */
@Injectable()
export class RouteInventory {
  private readonly paths: RoutePathFactory;
  private readonly explorer = new PathsExplorer(new MetadataScanner());

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: ApplicationConfig,
  ) {
    this.paths = new RoutePathFactory(config);
  }

  list(): Route[] {
    return this.discovery
      .getControllers()
      .flatMap(({ instance, metatype }) => this.routesOf(instance as object, metatype as Type));
  }

  private routesOf(controller: object, type: Type): Route[] {
    const prefixes = [Reflect.getMetadata(PATH_METADATA, type) as string | string[]].flat();
    return this.explorer.scanForPaths(controller).flatMap((declared) =>
      prefixes
        .flatMap((ctrlPath) => declared.path.flatMap((methodPath) => ({ ctrlPath, methodPath })))
        .flatMap((parts) =>
          this.paths.create(
            { ...parts, globalPrefix: this.config.getGlobalPrefix() },
            declared.requestMethod,
          ),
        )
        .map((path) => ({
          method: RequestMethod[declared.requestMethod],
          path,
          handler: `${type.name}.${declared.methodName}`,
          access: routeAccessOf(declared.targetCallback),
        })),
    );
  }
}
