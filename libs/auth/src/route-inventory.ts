import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/internal';
import { ApplicationConfig, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PathsExplorer } from '@nestjs/core/router/paths-explorer';
import { RoutePathFactory } from '@nestjs/core/router/route-path-factory';
import { HTTP_METHODS, type HttpMethod, PUBLIC_ROUTES } from './public-routes';
import {
  type AccessWord,
  accessWordOf,
  isAccountRoute,
  type RouteAccess,
  routeAccessOf,
} from './route-access';

export interface Route {
  /** `GET`, `POST` …, or `ALL`. */
  method: string;
  /** Path in router syntax, with the global prefix: `/api/users/:id`. */
  path: string;
  /** `UsersController.remove` */
  handler: string;
  access: RouteAccess | undefined;
}

export interface RoutePermission {
  readonly method: HttpMethod;
  /** Path in router syntax: `:name` is one segment, `*name` at the end matches all further segments. */
  readonly path: string;
  readonly access: AccessWord;
  /** Whether an API key with the required role may call the route. */
  readonly apiKeys: boolean;
}

/** Lists the routes of all controllers of this process, with paths computed by Nest's own classes. */
@Injectable()
export class RouteInventory {
  private readonly paths: RoutePathFactory;
  private permissionTable?: readonly RoutePermission[];
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

  /** Returns who may call each route, in the order of the paths. */
  permissions(): readonly RoutePermission[] {
    this.permissionTable ??= this.list()
      .flatMap(permissionOf)
      .concat(PUBLIC_ROUTES.map((route) => ({ ...route, access: 'public', apiKeys: false })))
      .toSorted(byPath);
    return this.permissionTable;
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

/** The public routes are not converted: `PUBLIC_ROUTES` lists them, with those that no controller serves. */
function permissionOf({ method, path, access }: Route): RoutePermission[] {
  if (!access || access.kind === 'public') return [];
  const apiKeys = access.kind === 'role' && !isAccountRoute(path);
  return [{ method: method as HttpMethod, path, access: accessWordOf(access), apiKeys }];
}

function byPath(left: RoutePermission, right: RoutePermission): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return HTTP_METHODS.indexOf(left.method) - HTTP_METHODS.indexOf(right.method);
}
