import { say } from '@app/kernel';
import type { LightGroup, LightResult } from '@app/contracts';
import type { DesiredState, LightingCommand, LightingOutcome, LightingStatus } from '@app/domain';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsString,
  MaxLength,
} from 'class-validator';
import { FailureDto, failureFields } from '../../http/errors/error.dto';
import { AnyJson } from '../../http/body/any-json.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { IsJsonValue } from '../../http/fields/json-value.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

const STATUSES = ['pending', 'done', 'failed'] as const;
const BATCH_ACTIONS = ['on', 'off', 'dim', 'scene'] as const;
const PERCENT = { type: Number, minimum: 0, maximum: 100 } as const;
const SWITCH = { oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['half'] }] };

/** The state that the last command requested for a light. */
export class DesiredStateDto {
  /** Whether the light should be on. */
  on: boolean;
  /** The requested level in percent; null if the command did not set it. */
  @ApiProperty(PERCENT) @Nullable() level: number | null;
  /** `pending` while the command is running. Afterwards, whether the light has accepted the command. */
  @OneOf(STATUSES) status: (typeof STATUSES)[number];
  /** Why the light has not accepted the command; null if it has. */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
  /** The username of the caller, or `workflow`. */
  username: string;
  /** When the command began. */
  @InstantProperty() at: string;
}

/** The state of one light. */
export class LightStateDto implements LightGroup {
  /** Id of the device. */
  deviceId: string;
  /** Whether the light reports that it is on; null if it is not known. */
  on: boolean | null;
  /** The reported level in percent; null if the light cannot be dimmed, or if its level is not known. */
  @ApiProperty(PERCENT) @Nullable() level: number | null;
  /** The state that the last command requested; null if there was none. */
  @Nullable() desired: DesiredStateDto | null;
}

/** The state that the lights of a label report. */
export class LightingStatusDto {
  /** Id of the label. */
  labelId: string;
  /** Whether at least one light is on. */
  on: boolean;
  /**
   * Mean brightness of the lights in percent. A light that is off counts as 0. A light that is on counts as 100 if it
   * cannot be dimmed. Omitted if no light reports its state.
   */
  @ApiProperty(PERCENT) @Omittable() brightness?: number;
  /** Sum of the powers in W. Omitted if no light reports its power. */
  @Omittable() power?: number;
  /** When the newest value of the lights' points was measured. */
  @InstantProperty() updatedAt: string;
  /** The lights of the label. */
  devices: LightStateDto[];
}

/** Switches the lights of a label. */
export class LightingToggleDto {
  /** The requested state: `true` (on), `false` (off) or `half`. */
  @IsIn([true, false, 'half'], { context: say('not_light') })
  @ApiProperty(SWITCH)
  on: boolean | 'half';
}

/** The result of a command for one light. */
export class LightResultDto implements LightResult {
  /** Id of the device. */
  deviceId: string;
  /** Whether the light has accepted the command. */
  success: boolean;
  /** Why the light has not accepted the command. Omitted if it has. */
  @Omittable() error?: string;
  /** Machine-readable code of `error`. */
  @Omittable() code?: string;
  /** `error` with the code of its sentence and its values. */
  @Omittable() reason?: FailureDto;
}

/** The result of switching a label. */
export class LightingToggledDto {
  /** Whether all lights have accepted the command. */
  success: boolean;
  /** Id of the label. */
  labelId: string;
  /** The requested state if all lights have accepted the command. Otherwise, whether at least one light is on. */
  @ApiProperty(SWITCH) on: boolean | 'half';
  /** The result of each light. */
  results: LightResultDto[];
}

/** Controls some or all lights of a label. */
export class LightingBatchDto implements LightingCommand {
  /** The action. */
  @OneOf(BATCH_ACTIONS) action: (typeof BATCH_ACTIONS)[number];
  /** For `dim`: the level from 0 to 100. For `scene`: the id of a lighting scene of the label. */
  @Omittable() @AnyJson() @IsJsonValue({ maxCharacters: 1000 }) value?: unknown;
  /** Ids of the devices. If omitted, the command is for all devices of the label. */
  @Omittable()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ArrayUnique()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(64, { each: true })
  devices?: string[];
}

/** The result of a command. */
export class LightingOutcomeDto extends OmitType(LightingToggledDto, ['labelId', 'on']) {}

export function toCommand(on: boolean | 'half'): LightingCommand {
  return { action: on === 'half' ? 'half' : on ? 'on' : 'off' };
}

export function toLightingToggledDto(
  labelId: string,
  requested: boolean | 'half',
  { success, results, on }: LightingOutcome,
): LightingToggledDto {
  return { success, labelId, on: success ? requested : on, results };
}

export function toLightingStatusDto({ devices, ...status }: LightingStatus): LightingStatusDto {
  return {
    ...status,
    devices: devices.map(({ desired, ...device }) => ({
      ...device,
      desired: desired && toDesiredStateDto(desired),
    })),
  };
}

function toDesiredStateDto({ at, error, ...desired }: DesiredState): DesiredStateDto {
  return { ...desired, ...failureFields(error), at: at.toISOString() };
}
