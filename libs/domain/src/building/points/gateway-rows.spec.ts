import type { GatewayPoint } from '@app/gateway-client';
import { toPointRow } from './gateway-rows';

const point: GatewayPoint = {
  code: 'A',
  name: 'Flow',
  unit: 'm³/h',
  dataType: 'number',
  writable: false,
  group: null,
  min: null,
  max: null,
  step: null,
};

describe('a point of the gateway as a row of an import', () => {
  it('has the name of the point, or its code if the name is blank', () => {
    const row = { name: 'Flow', code: 'A', unit: 'm³/h', dataType: 'number' };
    expect(toPointRow('A', point)).toEqual(row);
    expect(toPointRow('A', { ...point, name: ' ' })).toEqual({ ...row, name: 'A' });
  });

  it.each([
    ['not_at_gateway', 'A', undefined],
    ['unusable_code', ' A', point],
    ['unusable_code', 'A\n', point],
    ['name_too_long', 'A', { ...point, name: 'x'.repeat(256) }],
    ['unit_too_long', 'A', { ...point, unit: 'x'.repeat(65) }],
    ['data_type_too_long', 'A', { ...point, dataType: 'x'.repeat(65) }],
  ])('is left out with the code %s', (code, pointCode, offered) => {
    const message = expect.stringContaining(`'${pointCode}'`) as string;
    expect(toPointRow(pointCode, offered)).toMatchObject({ fault: { code, message } });
  });
});
