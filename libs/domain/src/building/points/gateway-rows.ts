import type { GatewayPoint } from '@app/gateway-client';
import { isCode, NAME_LENGTH, UNIT_LENGTH } from './point-code';
import type { PointRow } from './point-rows';

/** Converts a point of the gateway to a row of an import. @param point undefined if the gateway has no such point */
export function toPointRow(code: string, point: GatewayPoint | undefined): PointRow {
  if (!point) return { fault: `The gateway has no point with the code '${code}'.` };
  const { name, unit, dataType } = point;
  if (!isCode(code))
    return {
      fault: `The code '${code}' cannot be used. It begins or ends with a blank, or contains a control character.`,
    };
  if (name.length > NAME_LENGTH) return { fault: `The name of '${code}' is too long.` };
  if ([unit, dataType].some((text) => text !== null && text.length > UNIT_LENGTH)) {
    return { fault: `The unit or the data type of '${code}' is too long.` };
  }
  return { name: name.trim() === '' ? code : name, code, unit, dataType };
}
