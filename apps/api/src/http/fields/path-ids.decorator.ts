import { DomainError, isRecordId, isUuid, say } from '@app/kernel';
import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { RECORD_ID_SCHEMA, UUID_SCHEMA } from './id-properties.decorator';

interface ParamSchema {
  name: string;
  schema: typeof RECORD_ID_SCHEMA | typeof UUID_SCHEMA;
}

const numericId: PipeTransform<string, number> = {
  transform(text, { data }) {
    if (!/^[1-9]\d*$/.test(text)) throw DomainError.ofField(data ?? 'id', say('not_record_id'));
    const id = Number(text);
    if (!isRecordId(id)) throw DomainError.notFound('The record');
    return id;
  },
};

const uuid: PipeTransform<string, string> = {
  transform(text, { data }) {
    const id = text.toLowerCase();
    if (!isUuid(id)) throw DomainError.ofField(data ?? 'id', say('not_uuid'));
    return id;
  },
};

/** A numeric path parameter: `@IdParam() id: number` of `areas/:id`. No record has an id that is too large for its column. */
export function IdParam(name = 'id'): ParameterDecorator {
  return documented(Param(name, numericId), { name, schema: RECORD_ID_SCHEMA });
}

/** A UUID path parameter: `@UuidParam() id: string` of `workflows/:id`. */
export function UuidParam(name = 'id'): ParameterDecorator {
  return documented(Param(name, uuid), { name, schema: UUID_SCHEMA });
}

/** A path parameter with its schema in the reference. */
function documented(decorate: ParameterDecorator, { name, schema }: ParamSchema): ParameterDecorator {
  return (prototype, method, index) => {
    decorate(prototype, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(prototype, method);
    if (descriptor)
      ApiParam({ name, schema, description: descriptionOf(name) })(prototype, method, descriptor);
  };
}

/** `id` is the id of the route's own record. `executionId` is the id of an execution. */
function descriptionOf(name: string): string {
  return name === 'id' ? 'Id of the record.' : `Id of the ${name.replace(/Id$/, '')}.`;
}
