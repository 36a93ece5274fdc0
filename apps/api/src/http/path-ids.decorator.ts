import { DomainError, isUuid } from '@app/kernel';
import { Param, type PipeTransform } from '@nestjs/common';

/** The largest id that an `int` column has. */
const MAX_ID = 2_147_483_647;

const numericId: PipeTransform<string, number> = {
  transform(text, { data }) {
    const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(id <= MAX_ID)) throw unfit(data, 'must be the number of a record');
    return id;
  },
};

const uuid: PipeTransform<string, string> = {
  transform(text, { data }) {
    const id = text.toLowerCase();
    if (!isUuid(id)) throw unfit(data, 'must be a UUID');
    return id;
  },
};

/** The number in a path: `@IdParam() id: number` of `areas/:id`. Anything else there is refused. */
export function IdParam(name = 'id'): ParameterDecorator {
  return Param(name, numericId);
}

/** The UUID in a path: `@UuidParam() id: string` of `workflows/:id`. */
export function UuidParam(name = 'id'): ParameterDecorator {
  return Param(name, uuid);
}

function unfit(path = 'id', message: string): DomainError {
  return DomainError.invalid(`${path} ${message}.`, [{ path, message }]);
}
