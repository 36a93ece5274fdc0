import type { Scene, SceneChanges } from '@app/domain';
import type {
  LabelDevice,
  LightingScene,
  SceneCamera,
  SceneHotspot,
  SceneLabel,
  ScenePosition,
} from '@app/entities';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { IsWithin } from '../../http/fields/is-within.decorator';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** An id that the client chooses. It can be used as a path segment. */
function SceneId(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(ID, {
      message:
        '$property must have 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit',
    }),
    ApiProperty({ type: String, pattern: ID.source, maxLength: 64 }),
  );
}

/** Larger than any building. Graphics cards (single precision) represent whole numbers up to this size exactly. */
const FARTHEST = 10_000_000;

/** A position in the model, in the units of the model. */
export class ScenePositionDto implements ScenePosition {
  /** First coordinate. */
  @IsWithin(-FARTHEST, FARTHEST) x: number;
  /** Second coordinate. */
  @IsWithin(-FARTHEST, FARTHEST) y: number;
  /** Third coordinate. */
  @IsWithin(-FARTHEST, FARTHEST) z: number;
}

/** The initial view. */
export class SceneCameraDto implements SceneCamera {
  /** Position of the camera. */
  @Nested(ScenePositionDto) position: ScenePositionDto;
  /** Position at which the camera looks. */
  @Nested(ScenePositionDto) target: ScenePositionDto;
  /** Vertical field of view in degrees. */
  @IsWithin(1, 179) fov: number;
}

/** Ambient light: its intensity is the same everywhere. */
export class AmbientLightDto {
  /** Intensity. The usual value is 1. */
  @IsWithin(0, 100) intensity: number;
}

/** A clickable mark in the model. */
export class SceneHotspotDto implements SceneHotspot {
  /** Unique among the hotspots. */
  @SceneId() id: string;
  /** Position of the mark. */
  @Nested(ScenePositionDto) position: ScenePositionDto;
  /** Title of the mark. */
  @IsString() @IsNotEmpty() @MaxLength(255) title: string;
  /** Id of the object that the mark shows; null for none. */
  @Omittable() @Nullable() @RecordId() objectId: number | null = null;
  /** Name of the marked node; null for none. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(255) nodeName: string | null = null;
}

/** A light of a label. */
export class LabelDeviceDto implements LabelDevice {
  /** Unique among the devices of the label. */
  @SceneId() deviceId: string;
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Code of the point that switches the light; null for none. */
  @Omittable() @Nullable() @IsCode() switchCode: string | null = null;
  /** Code of the point that dims the light, in percent; null for none. */
  @Omittable() @Nullable() @IsCode() levelCode: string | null = null;
  /** Code of the point with the power of the light; null for none. */
  @Omittable() @Nullable() @IsCode() powerCode: string | null = null;
  /** Name of the node that shows the light; null for none. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(255) nodeName: string | null = null;
}

/** The state of one light in a lighting scene. */
export class SceneLevelDto {
  /** Id of a device of the label. */
  @SceneId() deviceId: string;
  /** Whether the light is on. */
  @IsBoolean() on: boolean;
  /** Level in percent. If it is null, the level does not change. */
  @Omittable() @Nullable() @IsWithin(0, 100) level: number | null = null;
}

/** A saved state of the label's lights. */
export class LightingSceneDto implements LightingScene {
  /** Unique among the lighting scenes of the label. */
  @SceneId() id: string;
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** The states of the lights that the scene changes. */
  @NestedList(SceneLevelDto, { max: 200 }) levels: SceneLevelDto[];
}

/** A group of lights. Its id is the `labelId` of lighting control. */
export class SceneLabelDto implements SceneLabel {
  /** Unique among the labels. */
  @SceneId() id: string;
  /** Text of the label. */
  @IsString() @IsNotEmpty() @MaxLength(255) text: string;
  /** Position of the label. */
  @Nested(ScenePositionDto) position: ScenePositionDto;
  /** Lights of the label. */
  @Omittable() @NestedList(LabelDeviceDto, { max: 200 }) devices: LabelDeviceDto[] = [];
  /** Lighting scenes of the label. */
  @Omittable() @NestedList(LightingSceneDto, { max: 50 }) scenes: LightingSceneDto[] = [];
}

/** The configuration of the 3D view. */
export class SceneDto implements Scene {
  /** Id of the model that the view shows; null for none. */
  @Nullable() @RecordId() modelId: number | null;
  /** The initial view. */
  @Nested(SceneCameraDto) camera: SceneCameraDto;
  /** Ambient light: its intensity is the same everywhere. */
  @Nested(AmbientLightDto) ambientLight: AmbientLightDto;
  /** Clickable marks. A mark keeps the id of its object even if the object is deleted. */
  @NestedList(SceneHotspotDto, { max: 1000 }) hotspots: SceneHotspotDto[];
  /** Groups of lights. */
  @NestedList(SceneLabelDto, { max: 1000 }) labels: SceneLabelDto[];
}

/** Changes of the 3D view. Omitted fields stay as they are; a list replaces the whole list. */
export class SceneChangesDto
  extends PartialType(SceneDto, { skipNullProperties: false })
  implements SceneChanges {}
