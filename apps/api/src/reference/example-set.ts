import type { Type } from '@nestjs/common';
import { type Schema, isSchema } from '../http/json-schema';

/** A value as it is in JSON: instants are texts. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Name in keyof T]: Wire<T[Name]> }
      : T;

export type NamedExamples = Record<string, { summary?: string; value: unknown }>;

interface Example {
  summary: string;
  value: unknown;
}

/** Examples of schemas, by the name of the schema. */
export class ExampleSet {
  private readonly bySchema = new Map<string, Example[]>();

  /** @param summary tells several examples of one schema apart */
  add<Dto extends object>(dto: Type<Dto>, value: Wire<Dto>, summary = 'Example'): this {
    return this.addNamed(dto.name, value, summary);
  }

  /** For a schema that no class stands for. */
  addNamed(schema: string, value: unknown, summary = 'Example'): this {
    this.bySchema.set(schema, [...(this.bySchema.get(schema) ?? []), { summary, value }]);
    return this;
  }

  include(others: ExampleSet): this {
    for (const [schema, examples] of others.bySchema) {
      for (const { value, summary } of examples) this.addNamed(schema, value, summary);
    }
    return this;
  }

  /** The examples of a body. Undefined if there are none. */
  of(schema: Schema): NamedExamples | undefined {
    const examples = this.examplesOf(schema);
    if (examples.length === 0) return undefined;
    return Object.fromEntries(
      examples.map(({ summary, value }) => [summary.toLowerCase().replace(/\W+/g, '-'), { summary, value }]),
    );
  }

  /** A list is one example with all examples of its items. */
  private examplesOf(schema: Schema): Example[] {
    if (typeof schema.$ref === 'string') {
      return this.bySchema.get(schema.$ref.split('/').at(-1) ?? '') ?? [];
    }
    if (Array.isArray(schema.oneOf)) {
      return (schema.oneOf as Schema[]).flatMap((variant) => this.examplesOf(variant));
    }
    if (!isSchema(schema.items)) return [];
    const items = this.examplesOf(schema.items).map(({ value }) => value);
    return items.length === 0 ? [] : [{ summary: 'Example', value: items }];
  }
}
