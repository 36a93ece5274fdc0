import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { JsonTextColumn } from '../columns';
import { ModelEntity } from './model.entity';

/** A position in the units of the model. */
export interface ScenePosition {
  x: number;
  y: number;
  z: number;
}

export interface SceneCamera {
  position: ScenePosition;
  /** The position at which the camera looks. */
  target: ScenePosition;
  /** Vertical field of view in degrees. */
  fov: number;
}

export interface SceneHotspot {
  id: string;
  position: ScenePosition;
  title: string;
  objectId: number | null;
  /** The node of the model's file that the hotspot marks. */
  nodeName: string | null;
}

/** A light that belongs to a label. Its codes are the codes of gateway points. */
export interface LabelDevice {
  deviceId: string;
  name: string;
  switchCode: string | null;
  levelCode: string | null;
  powerCode: string | null;
  nodeName: string | null;
}

/** The state of each light in a lighting scene. */
export interface LightingScene {
  id: string;
  name: string;
  levels: {
    deviceId: string;
    on: boolean;
    /** Brightness in percent. */
    level: number | null;
  }[];
}

/** A group of lights that are controlled together by the label's id. */
export interface SceneLabel {
  id: string;
  text: string;
  position: ScenePosition;
  devices: LabelDevice[];
  scenes: LightingScene[];
}

/** The configuration of the 3D view, a single row with the id 1. The migration creates it. */
@Entity('scene')
export class SceneEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  @Column({ type: 'int', nullable: true }) modelId: number | null;
  @ManyToOne(() => ModelEntity, { onDelete: 'SET NULL' }) @JoinColumn() model?: ModelEntity;
  @JsonTextColumn() camera: SceneCamera;
  @JsonTextColumn() ambientLight: { intensity: number };
  @JsonTextColumn() hotspots: SceneHotspot[];
  @JsonTextColumn() labels: SceneLabel[];
  /** Incremented by each change, so that processes can detect the change. */
  @Column({ type: 'int', default: 1 }) revision: number;
}
