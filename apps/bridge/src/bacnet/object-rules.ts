import type { ConnectionConfiguration } from '../configuration/configuration.dto';
import { BacnetConfiguration, type BacnetPoint } from './bacnet.dto';
import { LARGEST_INSTANCE, objectOf } from './objects';

/** Returns the problems of a connection to a network. */
export function networkProblems(connection: ConnectionConfiguration): string[] {
  if (!(connection instanceof BacnetConfiguration)) return [];
  const { name, priority, forcePriority } = connection;
  // Otherwise, a release would end the command of a value that was set.
  return forcePriority < priority ? [] : [`${name} needs a forcePriority below its priority ${priority}`];
}

/** Returns the problems of connections that search devices through the same port. */
export function portProblems(connections: readonly ConnectionConfiguration[]): string[] {
  const ports = new Map<number, string>();
  return connections.flatMap((connection) => {
    if (!(connection instanceof BacnetConfiguration) || !connection.enabled) return [];
    const { name, port } = connection;
    const other = ports.get(port);
    ports.set(port, name);
    return other === undefined ? [] : [`${name} needs another port than ${other}`];
  });
}

/** Generates the problems of a point whose fields do not fit together. */
export function* objectRules({ object, objectId, writable }: BacnetPoint): Generator<string> {
  if (objectId.instance > LARGEST_INSTANCE) yield `needs an instance up to ${LARGEST_INSTANCE}`;
  if (writable && !objectOf(object).commands) yield `is ${object}, which cannot be written`;
}
