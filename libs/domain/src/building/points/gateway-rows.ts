import type { GatewayPoint } from '@app/gateway-client';
import { isCode, NAME_LENGTH, UNIT_LENGTH } from './point-code';
import type { PointRow, RowFault } from './point-rows';

/** Converts a point of the gateway to a row of an import. @param point undefined if the gateway has no such point */
export function toPointRow(code: string, point: GatewayPoint | undefined): PointRow {
  if (!point) return left('not_at_gateway', `The gateway has no point with the code '${code}'.`);
  const { name, unit, dataType } = point;
  if (!isCode(code)) {
    const message = `The code '${code}' cannot be used. It begins or ends with a blank, or contains a control character.`;
    return left('unusable_code', message);
  }
  if (name.length > NAME_LENGTH) return left('name_too_long', `The name of '${code}' is too long.`);
  if (isLong(unit)) return left('unit_too_long', `The unit of '${code}' is too long.`);
  if (isLong(dataType)) return left('data_type_too_long', `The data type of '${code}' is too long.`);
  return { name: name.trim() === '' ? code : name, code, unit, dataType };
}

function isLong(text: string | null): boolean {
  return text !== null && text.length > UNIT_LENGTH;
}

function left(code: RowFault['code'], message: string): PointRow {
  return { fault: { code, message } };
}
