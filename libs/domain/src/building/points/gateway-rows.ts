import { say } from '@app/kernel';
import type { GatewayPoint } from '@app/gateway-client';
import { isCode, NAME_LENGTH, UNIT_LENGTH } from './point-code';
import type { PointRow } from './point-rows';

/** Converts a point of the gateway to a row of an import. @param point undefined if the gateway has no such point */
export function toPointRow(code: string, point: GatewayPoint | undefined): PointRow {
  if (!point) return left('not_at_gateway', code);
  const { name, unit, dataType } = point;
  if (!isCode(code)) {
    return left('unusable_code', code);
  }
  if (name.length > NAME_LENGTH) return left('name_too_long', code);
  if (isLong(unit)) return left('unit_too_long', code);
  if (isLong(dataType)) return left('data_type_too_long', code);
  return { name: name.trim() === '' ? code : name, code, unit, dataType };
}

function isLong(text: string | null): boolean {
  return text !== null && text.length > UNIT_LENGTH;
}

type Reason = 'not_at_gateway' | 'unusable_code' | 'name_too_long' | 'unit_too_long' | 'data_type_too_long';

function left(reason: Reason, code: string): PointRow {
  return { fault: say(reason, { code }) };
}
