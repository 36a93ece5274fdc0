import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findObjectsWithNode, readScene, type Scene } from './scene.queries';

/** A record that refers to a node of a model's file by its name. */
export interface NodeUse {
  kind: 'object' | 'device' | 'hotspot';
  /** The id of the object or the hotspot, or the `deviceId` of the device. */
  id: number | string;
  /** The name of the node. */
  name: string;
}

/** Finds the records that depend on the nodes of a model's file. */
@Injectable()
export class NodeNamesService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the objects of the model that refer to a node. If the scene shows the model, the result also has the
   * devices and hotspots of the scene that refer to a node.
   */
  async inUse(modelId: number): Promise<NodeUse[]> {
    const { manager } = this.dataSource;
    const objects = await findObjectsWithNode(manager, modelId);
    const scene = await readScene(manager);
    return [
      ...objects.flatMap(({ id, nodeName }) => use('object', id, nodeName)),
      ...(scene.modelId === modelId ? usesIn(scene) : []),
    ];
  }
}

function usesIn({ labels, hotspots }: Scene): NodeUse[] {
  return [
    ...labels
      .flatMap(({ devices }) => devices)
      .flatMap(({ deviceId, nodeName }) => use('device', deviceId, nodeName)),
    ...hotspots.flatMap(({ id, nodeName }) => use('hotspot', id, nodeName)),
  ];
}

function use(kind: NodeUse['kind'], id: number | string, name: string | null): NodeUse[] {
  return name === null ? [] : [{ kind, id, name }];
}
