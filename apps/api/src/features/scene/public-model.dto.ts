import type { Scene } from '@app/domain';
import type { ModelEntity } from '@app/entities';
import { PickType } from '@nestjs/swagger';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { Nullable } from '../../http/fields/omittable.decorator';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { SceneDto, SceneHotspotDto, SceneLabelDto } from './scene.dto';

/** A mark in the model. */
export class PublicHotspotDto extends PickType(SceneHotspotDto, ['id', 'position', 'title', 'nodeName']) {}

/** A label in the model. */
export class PublicLabelDto extends PickType(SceneLabelDto, ['id', 'text', 'position']) {}

/** The file of a model. */
export class PublicModelFileDto {
  /**
   * Address of the file, without the host. Null with `PUBLIC_MODEL=true`, because the address works without a token.
   */
  url: string | null;
  /** Media type. */
  mimeType: string;
  /** Size in bytes. */
  @IntegerProperty() size: number;
}

/** A model and its file. */
export class PublicModelDto {
  /** Id of the model. */
  @RecordId() id: number;
  /** Display name. */
  name: string;
  /** Version of the model. */
  version: string;
  /** The file of the model. */
  file: PublicModelFileDto;
}

/** The model and its view for a public page, without codes of points and without objects. */
export class PublicSceneDto extends PickType(SceneDto, ['camera', 'ambientLight']) {
  /** The model; null for none. */
  @Nullable() @Nested(PublicModelDto) model: PublicModelDto | null;
  /** Marks in the model. */
  @NestedList(PublicHotspotDto, { max: 1000 }) hotspots: PublicHotspotDto[];
  /** Labels in the model. */
  @NestedList(PublicLabelDto, { max: 1000 }) labels: PublicLabelDto[];
}

/** @param isOpen whether everybody may read the answer */
export function toPublicSceneDto(
  { scene, model }: { scene: Scene; model: ModelEntity | null },
  isOpen: boolean,
): PublicSceneDto {
  const { camera, ambientLight, hotspots, labels } = scene;
  return {
    camera,
    ambientLight,
    hotspots: hotspots.map(({ id, position, title, nodeName }) => ({ id, position, title, nodeName })),
    labels: labels.map(({ id, text, position }) => ({ id, text, position })),
    model: model && {
      id: model.id,
      name: model.name,
      version: model.version,
      file: {
        url: isOpen ? null : `/static/models/${model.staticName}`,
        mimeType: model.mimeType,
        size: model.sizeBytes,
      },
    },
  };
}
