import { isUtf8 } from 'node:buffer';
import { DomainError } from '@app/kernel';
import { assertPlain } from './assert-plain';

const MAX_FIELDS = 1000;

/**
 * Parses fields of a form or a query: `a=1&b=2&b=3` becomes `{a: '1', b: ['2', '3']}`. Values are texts. Names are not
 * interpreted: `a[b]` is an ordinary name.
 * @throws DomainError `validation_failed` if there are too many fields, or values that `assertPlain` refuses
 */
export function fieldsOf(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MAX_FIELDS) throw DomainError.invalid(`The request has more than ${MAX_FIELDS} fields.`);
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  const entries = [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const data = Object.fromEntries(entries) as Record<string, string | string[]>;
  assertPlain(data);
  return data;
}

/**
 * @throws DomainError `malformed_form`, or `validation_failed` if the form contains values that `assertPlain` refuses
 */
export function parseForm(bytes: Buffer): Record<string, string | string[]> {
  if (!isUtf8(bytes)) throw new DomainError('invalid', 'malformed_form', 'The form is not UTF-8.');
  return fieldsOf(bytes.toString('utf8'));
}
