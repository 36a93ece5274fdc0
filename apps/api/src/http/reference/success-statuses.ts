import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/internal';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';

/**
 * Sets 200 as the success status of every POST that declares no status; Nest's default is 201. Returns the status of
 * each handler by operation id.
 */
export function settleSuccessStatuses(modules: ModulesContainer): Map<string, number> {
  const scanner = new MetadataScanner();
  const statuses = new Map<string, number>();
  for (const module of modules.values()) {
    for (const { metatype } of module.controllers.values()) {
      const { prototype } = metatype as Type<object>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const handler = (prototype as Record<string, object>)[name];
        if (handler) settle(handler, operationId((metatype as Type).name, name), statuses);
      }
    }
  }
  return statuses;
}

/** Returns the id of an operation: `Users_list` for `UsersController.list`. */
export function operationId(controller: string, method: string): string {
  return `${controller.replace(/Controller$/, '')}_${method}`;
}

function settle(handler: object, id: string, statuses: Map<string, number>): void {
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (method === undefined) return;
  const declared = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  if (declared === undefined && method === RequestMethod.POST) {
    Reflect.defineMetadata(HTTP_CODE_METADATA, 200, handler);
  }
  statuses.set(id, declared ?? 200);
}
