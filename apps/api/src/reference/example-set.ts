import type { Type } from '@nestjs/common';
import { type Schema, isSchema } from '../http/reference/json-schema';

/** The JSON form of a value: a `Date` becomes text. */
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

/** Examples by the name of their schema. */
export class ExampleSet {
  private readonly bySchema = new Map<string, Example[]>();

  /** @param summary distinguishes several examples of one schema */
  add<Dto extends object>(dto: Type<Dto>, value: Wire<Dto>, summary = 'Example'): this {
    return this.addNamed(dto.name, value, summary);
  }

  /** Adds an example of a schema without a class. */
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

  /** Returns the examples of a body with this schema; undefined if there are none. */
  of(schema: Schema): NamedExamples | undefined {
    const examples = this.examplesOf(schema);
    if (examples.length === 0) return undefined;
    return Object.fromEntries(
      examples.map(({ summary, value }) => [summary.toLowerCase().replace(/\W+/g, '-'), { summary, value }]),
    );
  }

  /** The example of a list is one list that contains all examples of its items. */
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
